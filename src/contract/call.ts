/** An HTTP call of the API: method, path, access, and the types of its body and reply. */

declare const shape: unique symbol

export type Access = 'public' | 'bearer'

/** `path` is relative to the backend's base path; `:name` is a path parameter. */
export type Call<Body, Reply> = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly [shape]?: (body: Body) => Reply
}

export type BodyOf<C> = C extends Call<infer Body, unknown> ? Body : never

export type ReplyOf<C> = C extends Call<never, infer Reply> ? Reply : never

export const getCall = <Reply>(path: string, access: Access): Call<void, Reply> => ({ method: 'GET', path, access })

export const postCall = <Body, Reply>(path: string, access: Access): Call<Body, Reply> => ({
  method: 'POST',
  path,
  access,
})

export const deleteCall = <Reply>(path: string, access: Access): Call<void, Reply> => ({
  method: 'DELETE',
  path,
  access,
})

export type Ok = { readonly status: 'ok' }

/** `detail` is a text for people, or one entry per invalid field. `ticket` comes with `2FA_REQUIRED`. */
export type ErrorBody = {
  readonly detail: string | readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[]
  readonly code?: string
  readonly params?: Readonly<Record<string, string>>
  readonly ticket?: string
}
