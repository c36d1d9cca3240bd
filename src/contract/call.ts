/** An HTTP call of the API: method, path, access, and the types of its body and reply. */

import { type BasePath, EARN_BASE, EXCHANGE_BASE } from './base-paths.ts'

declare const shape: unique symbol

export type Access = 'public' | 'bearer'

/** `path` is relative to `base`; `:name` is a path parameter. `base` is empty for calls outside both backends. */
export type Call<Body, Reply> = {
  readonly base: BasePath | ''
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly [shape]?: (body: Body) => Reply
}

export type BodyOf<C> = C extends Call<infer Body, unknown> ? Body : never

export type ReplyOf<C> = C extends Call<never, infer Reply> ? Reply : never

export const getCall = <Reply>(path: string, access: Access): Call<void, Reply> => ({
  base: EXCHANGE_BASE,
  method: 'GET',
  path,
  access,
})

export const postCall = <Body, Reply>(path: string, access: Access): Call<Body, Reply> => ({
  base: EXCHANGE_BASE,
  method: 'POST',
  path,
  access,
})

export const deleteCall = <Reply>(path: string, access: Access): Call<void, Reply> => ({
  base: EXCHANGE_BASE,
  method: 'DELETE',
  path,
  access,
})

/** The same call at the earn backend. */
export const atEarn = <Body, Reply>(call: Call<Body, Reply>): Call<Body, Reply> => ({ ...call, base: EARN_BASE })

/** The same call outside both backends. */
export const atRoot = <Body, Reply>(call: Call<Body, Reply>): Call<Body, Reply> => ({ ...call, base: '' })

export type Ok = { readonly status: 'ok' }

/** `detail` is a text for people, or one entry per invalid field. `ticket` comes with `2FA_REQUIRED`. */
export type ErrorBody = {
  readonly detail: string | readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[]
  readonly code?: string
  readonly params?: Readonly<Record<string, string>>
  readonly ticket?: string
}
