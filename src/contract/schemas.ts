/**
 * The schemas of all calls: body or query, reply and possible refusals. The server validates requests with them and
 * publishes them as `/openapi.json`. A call without a schema, or a schema that differs from the call's types, does not
 * compile.
 */

import { z } from 'zod'
import { accountCallSchemas, accountViews } from './account/schemas.ts'
import type { api, rootCalls } from './api.ts'
import { authCallSchemas, authViews } from './auth/schemas.ts'
import type { BodyOf, Call, ErrorBody, ReplyOf } from './call.ts'
import { type CallSchema, count, emptyBody, errorBody, Ok, time } from './call-schema.ts'
import { convertCallSchemas, convertViews } from './convert/schemas.ts'
import { earnCallSchemas, earnViews } from './earn/schemas.ts'
import { freezesCallSchemas, freezesViews } from './freezes/schemas.ts'
import { liabilitiesCallSchemas, liabilitiesViews } from './liabilities/schemas.ts'
import { marketsCallSchemas, marketsViews } from './markets/schemas.ts'
import { notificationsCallSchemas, notificationsViews } from './notifications/schemas.ts'
import { ordersCallSchemas, ordersViews } from './orders/schemas.ts'
import { playWalletCallSchemas, playWalletViews } from './play-wallet/schemas.ts'
import { portfolioCallSchemas, portfolioViews } from './portfolio/schemas.ts'
import { referralsCallSchemas, referralsViews } from './referrals/schemas.ts'
import type { RefusalCode } from './refusals.ts'
import { transactionsCallSchemas, transactionsViews } from './transactions/schemas.ts'
import { verificationCallSchemas, verificationViews } from './verification/schemas.ts'
import { walletCallSchemas, walletViews } from './wallet/schemas.ts'

export type CallName = keyof typeof api

export type RootCallName = keyof typeof rootCalls

export const callSchemas = {
  ...authCallSchemas,
  ...accountCallSchemas,
  ...marketsCallSchemas,
  ...portfolioCallSchemas,
  ...ordersCallSchemas,
  ...notificationsCallSchemas,
  ...referralsCallSchemas,
  ...earnCallSchemas,
  ...convertCallSchemas,
  ...transactionsCallSchemas,
  ...walletCallSchemas,
  ...liabilitiesCallSchemas,
  ...playWalletCallSchemas,
  ...freezesCallSchemas,
  ...verificationCallSchemas,
} as const satisfies Record<CallName, CallSchema>

const PartView = z.strictObject({
  state: z.enum(['ok', 'failing', 'paused', 'off']),
  since: time,
  reason: z.string().exactOptional(),
})

const HealthView = z.strictObject({
  status: z.enum(['ok', 'starting', 'standby', 'unavailable', 'stopping']),
  mode: z.enum(['play', 'live']),
  name: z.string(),
  seq: count,
  projection_lag: z.int(),
  detail: z.string().exactOptional(),
  parts: z
    .record(z.string(), PartView)
    .meta({
      description:
        'database, schema, anchor, accounts, read_models, network_CODE, signer, email, bot, fiat_rates, google_login, telegram_login; absent during the start',
    })
    .exactOptional(),
})

const OpenApiDocument = z.record(z.string(), z.unknown())

/** Not rate limited, never refused. */
export const rootCallSchemas = {
  health: {
    summary: 'Whether the exchange accepts orders: 503 with the reason while it does not; and the state of each part',
    input: z.strictObject({
      strict: z.string().meta({ description: 'With any value: 503 also while a part is failing' }).exactOptional(),
    }),
    reply: HealthView,
    statuses: [200, 503],
  },
  openApi: {
    summary: 'This document',
    input: emptyBody,
    reply: OpenApiDocument,
  },
} as const satisfies Record<RootCallName, CallSchema>

/** All reply views by type name: the component schemas of `/openapi.json`. */
export const views = {
  ...marketsViews,
  ...portfolioViews,
  ...ordersViews,
  ...authViews,
  ...accountViews,
  ...notificationsViews,
  ...referralsViews,
  ...earnViews,
  ...convertViews,
  ...transactionsViews,
  ...walletViews,
  ...liabilitiesViews,
  ...playWalletViews,
  ...freezesViews,
  ...verificationViews,
  Done: Ok,
  ErrorBody: errorBody,
  HealthView,
  PartView,
  OpenApiDocument,
} as const

/** Refusals that every call may answer. */
export const commonRefusals = ({ access, method }: Call<never, unknown>): readonly RefusalCode[] => [
  ...(access === 'bearer' ? (['UNAUTHORIZED'] as const) : []),
  ...(method === 'GET' ? [] : (['FOREIGN_ORIGIN'] as const)),
  'INVALID_REQUEST',
  'ACCOUNT_DIFFERS',
  'RATE_LIMITED',
  'UNAVAILABLE',
]

/** The validated input of a handler. */
export type InputOf<Name extends CallName> = z.output<(typeof callSchemas)[Name]['input']>

/** The type without its methods and brands, as it appears on the wire. */
type Wire<T> = T extends object
  ? T extends string
    ? string
    : T extends number
      ? number
      : { readonly [K in keyof T]: Wire<T[K]> }
  : T

type Equal<A, B> = (<T>() => T extends Wire<A> ? 1 : 2) extends <T>() => T extends Wire<B> ? 1 : 2 ? true : false

type Schemas<Calls> = Record<keyof Calls, CallSchema>

/** Calls whose reply schema differs from the reply type. */
type ReplyMismatch<Calls, S extends Schemas<Calls>> = {
  [Name in keyof Calls]: Equal<ReplyOf<Calls[Name]>, z.output<S[Name]['reply']>> extends true ? never : Name
}[keyof Calls]

/** Calls whose schema rejects what the body type allows. */
type BodyMismatch<Calls, S extends Schemas<Calls>> = {
  [Name in keyof Calls]: Calls[Name] extends Call<void, unknown>
    ? never
    : BodyOf<Calls[Name]> extends z.input<S[Name]['input']>
      ? never
      : Name
}[keyof Calls]

/** A non-empty union is a type error. */
type Never<Names extends never> = Names

export type SchemasAgree = [
  Never<ReplyMismatch<typeof api, typeof callSchemas>>,
  Never<ReplyMismatch<typeof rootCalls, typeof rootCallSchemas>>,
  Never<BodyMismatch<typeof api, typeof callSchemas>>,
  Never<Equal<ErrorBody, z.output<typeof errorBody>> extends true ? never : 'ErrorBody'>,
]
