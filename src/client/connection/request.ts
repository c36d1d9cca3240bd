/** One HTTP request, without any thought about who we are. Weather is caught here and nowhere above. */

import { ofetch } from 'ofetch'
import { type Call, TOKEN_HEADER } from '../../contract/api.ts'
import type { ErrorBody } from '../../contract/views.ts'

export type Failure =
  | { readonly kind: 'unreachable' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly detail: string | undefined
      readonly code?: string
      /** Lets the one who was refused go on. */
      readonly ticket?: string
    }

export type Answer<Reply> =
  | { readonly ok: true; readonly value: Reply }
  | { readonly ok: false; readonly failure: Failure }

export type Input<Body> = {
  readonly body?: Body
  /** For the `:name` parts of the path. */
  readonly parts?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

export type Request = <Body, Reply>(
  what: Call<Body, Reply>,
  input?: Input<Body>,
  access?: string,
) => Promise<Answer<Reply>>

const TIMEOUT_MILLIS = 15_000
export const unreachable: Answer<never> = { ok: false, failure: { kind: 'unreachable' } }

export function createRequest(base: string): Request {
  return async (what, input = {}, access) => {
    try {
      const response = await ofetch.raw(base + pathOf(what.path, input.parts), {
        method: what.method,
        retry: 0,
        timeout: TIMEOUT_MILLIS,
        ignoreResponseError: true,
        ...(input.query && { query: input.query }),
        ...(input.body !== undefined && { body: input.body as Record<string, unknown> }),
        ...(access !== undefined && { headers: { [TOKEN_HEADER]: `Bearer ${access}` } }),
      })
      if (response.ok) return { ok: true, value: response._data }
      if (response.status >= 500) return unreachable
      return { ok: false, failure: refusal(response.status, response._data) }
    } catch {
      return unreachable
    }
  }
}

function pathOf(path: string, parts: Input<unknown>['parts'] = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts[name] ?? '')))
}

function refusal(status: number, body: Partial<ErrorBody> | undefined): Failure {
  const said = body?.detail
  const detail = typeof said === 'string' ? said : said?.[0]?.msg
  return {
    kind: 'refused',
    status,
    detail,
    ...(body?.code !== undefined && { code: body.code }),
    ...(body?.ticket !== undefined && { ticket: body.ticket }),
  }
}
