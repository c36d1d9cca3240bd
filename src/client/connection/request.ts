/** One HTTP request, without any thought about who we are. Weather is caught here and nowhere above. */

import { ofetch } from 'ofetch'
import { type Call, TOKEN_HEADER } from '../../contract/api.ts'
import type { ErrorBody } from '../../contract/views.ts'

/** `unreachable`: nobody can tell now, but somebody on the way may say why. */
export type Failure =
  | { readonly kind: 'unreachable'; readonly detail?: string }
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
      const { status, _data: body } = response
      return { ok: false, failure: status >= 500 ? outage(body) : refusal(status, body) }
    } catch {
      return unreachable
    }
  }
}

function pathOf(path: string, parts: Input<unknown>['parts'] = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts[name] ?? '')))
}

type Said = Partial<ErrorBody> | undefined

function refusal(status: number, body: Said): Failure {
  return {
    kind: 'refused',
    status,
    detail: detailOf(body),
    ...(body?.code !== undefined && { code: body.code }),
    ...(body?.ticket !== undefined && { ticket: body.ticket }),
  }
}

function outage(body: Said): Failure {
  const detail = detailOf(body)
  return { kind: 'unreachable', ...(detail !== undefined && { detail }) }
}

function detailOf(body: Said): string | undefined {
  const said = body?.detail
  return typeof said === 'string' ? said : said?.[0]?.msg
}

/** What stands where an answer should: with the exchange's own words, when it had any. */
export type Failed = { readonly state: 'failed'; readonly why: string | undefined }
export const failed = ({ detail }: Failure): Failed => ({ state: 'failed', why: detail })
