/**
 * What every call takes and gives, and how it may say no. The server checks requests by this table and publishes it; a
 * call without a row, or a row that says other things than the call's types, does not compile.
 */

import { z } from 'zod'
import { accountCalls } from './account-call-schemas.ts'
import type { api, BodyOf, Call, outside, ReplyOf } from './api.ts'
import { botCalls } from './bot-call-schemas.ts'
import type { RefusalCode } from './refusals.ts'
import { views } from './reply-schemas.ts'
import {
  emptyBody,
  fillsQuery,
  loginBody,
  ordersQuery,
  periodQuery,
  placeOrderBody,
  refreshBody,
  registrationBody,
  startAppBody,
  telegramWidgetBody,
} from './schemas.ts'
import type { ErrorBody } from './views.ts'
import { waysCalls } from './ways-call-schemas.ts'

export type CallSchema = {
  readonly summary: string
  /** The body, or the query where there is no body. */
  readonly takes: z.ZodObject
  readonly gives: z.ZodType
  /** 200 unless said otherwise; a second one is worn when something is wrong. */
  readonly statuses?: readonly [number, ...number[]]
  /** What it may refuse besides what any call may, see `anyCallRefuses`. */
  readonly refuses?: readonly RefusalCode[]
}

export type CallName = keyof typeof api
export type OutsideName = keyof typeof outside

export const callSchemas = {
  register: {
    summary: 'Sign up with an e-mail and a password',
    takes: registrationBody,
    gives: views.Tokens,
    statuses: [201],
    refuses: ['EMAIL_TAKEN', 'COMMON_PASSWORD', 'PASSWORD_IS_EMAIL'],
  },
  login: {
    summary: 'Sign in with an e-mail and a password',
    takes: loginBody,
    gives: views.Tokens,
    refuses: ['INVALID_CREDENTIALS', '2FA_REQUIRED', 'INVALID_2FA_CODE', '2FA_LOCKED', 'SIGN_IN_EXPIRED'],
  },
  telegramWidget: {
    summary: 'Sign in or up with what the login widget of Telegram calls back with',
    takes: telegramWidgetBody,
    gives: views.Tokens,
    refuses: [
      'TELEGRAM_NOT_CONFIGURED',
      'INVALID_TELEGRAM_DATA',
      'WIDGET_DATA_EXPIRED',
      '2FA_REQUIRED',
      'SIGN_IN_EXPIRED',
    ],
  },
  refresh: {
    summary: 'Exchange a refresh token for new tokens',
    takes: refreshBody,
    gives: views.RefreshedTokens,
    refuses: ['UNAUTHORIZED'],
  },
  logout: {
    summary: 'End the sign-in of a refresh token',
    takes: refreshBody,
    gives: views.Done,
  },
  socketTicket: {
    summary: 'A ticket that opens one socket within 30 seconds',
    takes: emptyBody,
    gives: views.SocketTicket,
  },
  startApp: {
    summary: 'Open the mini-app: its init data signs in or up; a bearer and no init data gets the profile',
    takes: startAppBody,
    gives: views.StartAppView,
    refuses: [
      'UNAUTHORIZED',
      'ACCOUNT_NOT_FOUND',
      'INIT_DATA_REQUIRED',
      'TELEGRAM_NOT_CONFIGURED',
      'INVALID_TELEGRAM_DATA',
      'INIT_DATA_EXPIRED',
      '2FA_REQUIRED',
      'SIGN_IN_EXPIRED',
    ],
  },
  profile: {
    summary: 'Who is signed in',
    takes: emptyBody,
    gives: views.ProfileView,
    refuses: ['ACCOUNT_NOT_FOUND'],
  },
  ...accountCalls,
  currencies: {
    summary: 'Listed currencies',
    takes: emptyBody,
    gives: z.array(views.CurrencyView),
  },
  coinPairs: {
    summary: 'Listed pairs; the same as /api/trading_pairs/',
    takes: emptyBody,
    gives: z.array(views.PairView),
  },
  pairs: {
    summary: 'Listed pairs',
    takes: emptyBody,
    gives: z.array(views.PairView),
  },
  fullPairs: {
    summary: 'Listed pairs with their rules and figures',
    takes: emptyBody,
    gives: z.array(views.FullPairView),
  },
  pairDescription: {
    summary: 'What the base currency of a pair is',
    takes: emptyBody,
    gives: views.PairDescriptionView,
    refuses: ['PAIR_NOT_FOUND'],
  },
  priceHistory: {
    summary: 'What a pair cost over a period',
    takes: periodQuery,
    gives: views.PriceHistoryView,
    refuses: ['PAIR_NOT_FOUND'],
  },
  fiatNames: {
    summary: 'Currencies in which amounts can be shown',
    takes: emptyBody,
    gives: views.FiatNames,
  },
  fiatRates: {
    summary: 'How much of each is one USDT',
    takes: emptyBody,
    gives: views.FiatRatesView,
  },
  assets: {
    summary: 'Balances in every listed currency',
    takes: emptyBody,
    gives: z.array(views.AssetView),
  },
  currentBalance: {
    summary: 'What everything is worth, and its change in 24 hours',
    takes: emptyBody,
    gives: views.CurrentBalanceView,
  },
  fullBalance: {
    summary: 'What everything was worth over a period',
    takes: periodQuery,
    gives: views.FullBalanceView,
  },
  placeOrder: {
    summary: 'Place an order; the same client id gets the first answer again',
    takes: placeOrderBody,
    gives: views.OrderView,
    refuses: [
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_FROZEN',
      'PAIR_NOT_FOUND',
      'PAIR_HALTED',
      'INVALID_NUMBER',
      'REQUIRED_PRICE',
      'REQUIRED_AMOUNT',
      'PRICE_TICK',
      'PRICE_BAND',
      'LOT_STEP',
      'MIN_AMOUNT',
      'MAX_AMOUNT',
      'MIN_NOTIONAL',
      'MAX_NOTIONAL',
      'INSUFFICIENT_BALANCE',
      'MAX_OPEN_ORDERS',
      'POST_ONLY_WOULD_TAKE',
      'NO_LIQUIDITY',
      'FOK_NOT_FILLABLE',
      'ORDER_NOT_FOUND',
      'CLIENT_ID_REUSED',
    ],
  },
  cancelOrder: {
    summary: 'Cancel an open order',
    takes: emptyBody,
    gives: views.OrderView,
    refuses: ['ORDER_NOT_FOUND', 'PAIR_HALTED'],
  },
  orders: {
    summary: 'Own orders, newest first',
    takes: ordersQuery,
    gives: views.OrdersPage,
  },
  fills: {
    summary: 'Own fills, newest first',
    takes: fillsQuery,
    gives: views.FillsPage,
  },
  ...botCalls,
  ...waysCalls,
} as const satisfies Record<CallName, CallSchema>

/** Neither limited nor refused. */
export const outsideSchemas = {
  health: {
    summary: 'Whether orders are taken: 503 with the reason while they are not',
    takes: emptyBody,
    gives: views.HealthView,
    statuses: [200, 503],
  },
  openApi: {
    summary: 'This document',
    takes: emptyBody,
    gives: views.OpenApiDocument,
  },
} as const satisfies Record<OutsideName, CallSchema>

/** What a call may refuse whatever it is about. */
export const anyCallRefuses = ({ access, method }: Call<never, unknown>): readonly RefusalCode[] => [
  ...(access === 'bearer' ? (['UNAUTHORIZED'] as const) : []),
  ...(method === 'GET' ? [] : (['FOREIGN_ORIGIN'] as const)),
  'INVALID_REQUEST',
  'RATE_LIMITED',
  'UNAVAILABLE',
]

/** What a handler is handed. */
export type InputOf<Name extends CallName> = z.output<(typeof callSchemas)[Name]['takes']>

/** Without what does not show on the wire. */
type Plain<T> = T extends object ? { readonly [K in keyof T]: Plain<T[K]> } : T
type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false

type Schemas<Calls> = Record<keyof Calls, CallSchema>

/** The calls whose answer is another one by its schema than by its type. */
type OtherReply<Calls, S extends Schemas<Calls>> = {
  [Name in keyof Calls]: Same<ReplyOf<Calls[Name]>, z.output<S[Name]['gives']>> extends true ? never : Name
}[keyof Calls]

/** The calls that may refuse what their type lets a client say. */
type OtherBody<Calls, S extends Schemas<Calls>> = {
  [Name in keyof Calls]: Calls[Name] extends Call<void, unknown>
    ? never
    : BodyOf<Calls[Name]> extends z.input<S[Name]['takes']>
      ? never
      : Name
}[keyof Calls]

/** A name in here is a type error. */
type None<Names extends never> = Names

export type SchemasAgree = [
  None<OtherReply<typeof api, typeof callSchemas>>,
  None<OtherReply<typeof outside, typeof outsideSchemas>>,
  None<OtherBody<typeof api, typeof callSchemas>>,
  None<Same<ErrorBody, z.output<typeof views.ErrorBody>> extends true ? never : 'ErrorBody'>,
]
