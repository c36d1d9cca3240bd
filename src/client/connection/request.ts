/** One HTTP request without authentication. Only this file catches network errors. */

import { ofetch } from 'ofetch'
import { EARN_BASE, EARN_TOKEN_HEADER, TOKEN_HEADER } from '../../contract/api.ts'
import type { Call, ErrorBody } from '../../contract/call.ts'

/** `unreachable`: a network error, a timeout or a 5xx, with the reply's text where it had one. */
export type Failure =
  | ({ readonly kind: 'unreachable' } & Reason)
  | ({
      readonly kind: 'refused'
      readonly status: number
      /** Sent with a refusal that asks for a second factor. */
      readonly challengeToken?: string
    } & Reason)

/** What the server sent; `params.field` names the wrong field of a request that is not valid. */
type Reason = {
  readonly detail?: string | undefined
  readonly code?: string
  readonly params?: Readonly<Record<string, string>>
}

export type Answer<Reply> =
  | { readonly ok: true; readonly value: Reply }
  | { readonly ok: false; readonly failure: Failure }

export type Input<Body> = {
  readonly body?: Body
  /** Values of the `:name` parts of the path. */
  readonly pathParams?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

export type Request = <Body, Reply>(
  call: Call<Body, Reply>,
  input?: Input<Body>,
  access?: string,
) => Promise<Answer<Reply>>

const TIMEOUT_MILLIS = 15_000
export const unreachable: Answer<never> = { ok: false, failure: { kind: 'unreachable' } }

/** The address of each base path, and of the server. */
export type Addresses = Readonly<Record<Call<never, unknown>['base'], string>>

export function createRequest(addresses: Addresses): Request {
  return async (call, input = {}, access) => {
    try {
      const response = await ofetch.raw(addresses[call.base] + pathOf(call.path, input.pathParams), {
        method: call.method,
        retry: 0,
        timeout: TIMEOUT_MILLIS,
        ignoreResponseError: true,
        ...(input.query && { query: input.query }),
        ...(input.body !== undefined && { body: input.body as Record<string, unknown> }),
        ...(access !== undefined && { headers: { [tokenHeader(call.base)]: `Bearer ${access}` } }),
      })
      if (response.ok) return { ok: true, value: response._data }
      const { status, _data: body } = response
      return { ok: false, failure: status >= 500 ? outage(body) : refusal(status, body) }
    } catch {
      return unreachable
    }
  }
}

const tokenHeader = (base: string): string => (base === EARN_BASE ? EARN_TOKEN_HEADER : TOKEN_HEADER)

function pathOf(path: string, pathParams: Input<unknown>['pathParams'] = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(pathParams[name] ?? '')))
}

/** Other backends send `message` instead of `detail`. */
type ErrorReply = (Partial<ErrorBody> & { readonly message?: string }) | undefined

function refusal(status: number, body: ErrorReply): Failure {
  return {
    kind: 'refused',
    status,
    ...reasonOf(body),
    ...(body?.ticket !== undefined && { challengeToken: body.ticket }),
  }
}

const outage = (body: ErrorReply): Failure => ({ kind: 'unreachable', ...reasonOf(body) })

function reasonOf(body: ErrorReply): Reason {
  const { message, detail: received = message, code, params } = body ?? {}
  const first = typeof received === 'string' ? undefined : received?.[0]
  const [detail, field] = [typeof received === 'string' ? received : first?.msg, first?.loc?.at(-1)]
  const named = field === undefined ? params : { ...params, field: String(field) }
  return {
    ...(detail !== undefined && { detail }),
    ...(code !== undefined && { code }),
    ...(named !== undefined && { params: named }),
  }
}

/** The failed state of a query, with the server's text where it sent one. */
export type Failed = { readonly state: 'failed'; readonly errorText: string | undefined }
export const failed = ({ detail }: Failure): Failed => ({ state: 'failed', errorText: detail })
