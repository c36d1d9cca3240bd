/** The index of all HTTP calls. The server validates them against `schemas.ts`. */

import { accountCalls } from './account/calls.ts'
import { authCalls } from './auth/calls.ts'
import { atRoot, type Call, getCall } from './call.ts'
import { convertCalls } from './convert/calls.ts'
import { earnCalls } from './earn/calls.ts'
import { freezesCalls } from './freezes/calls.ts'
import { liabilitiesCalls } from './liabilities/calls.ts'
import { marketsCalls } from './markets/calls.ts'
import { notificationsCalls } from './notifications/calls.ts'
import { ordersCalls } from './orders/calls.ts'
import { playWalletCalls } from './play-wallet/calls.ts'
import { portfolioCalls } from './portfolio/calls.ts'
import { referralsCalls } from './referrals/calls.ts'
import { transactionsCalls } from './transactions/calls.ts'
import { verificationCalls } from './verification/calls.ts'
import { walletCalls } from './wallet/calls.ts'

export { EARN_BASE, EARN_TOKEN_HEADER, EXCHANGE_BASE, TOKEN_HEADER } from './base-paths.ts'

/** On market data: `true` if it may be out of date, because nothing can be committed now; else `false`. */
export const STALE_HEADER = 'x-data-stale'

export const api = {
  ...authCalls,
  ...accountCalls,
  ...marketsCalls,
  ...portfolioCalls,
  ...ordersCalls,
  ...notificationsCalls,
  ...referralsCalls,
  ...earnCalls,
  ...convertCalls,
  ...transactionsCalls,
  ...walletCalls,
  ...liabilitiesCalls,
  ...playWalletCalls,
  ...freezesCalls,
  ...verificationCalls,
} as const

/** `off`: not configured. `since`: when the state began, at the earliest the start of the server. */
export type PartView = {
  readonly state: 'ok' | 'failing' | 'paused' | 'off'
  readonly since: string
  readonly reason?: string
}

/** `status` is about orders only. `standby`: another process takes them. `parts`: by name, absent while the server starts. */
export type HealthView = {
  readonly status: 'ok' | 'starting' | 'standby' | 'unavailable' | 'stopping'
  readonly mode: 'play' | 'live'
  readonly name: string
  readonly seq: number
  readonly projection_lag: number
  readonly detail?: string
  readonly parts?: Readonly<Record<string, PartView>>
}

export const health: Call<void, HealthView> = atRoot(getCall('/health', 'public'))

/** All calls as an OpenAPI document. */
export const openApi: Call<void, Readonly<Record<string, unknown>>> = atRoot(getCall('/openapi.json', 'public'))

/** Calls outside the base paths of both backends. */
export const rootCalls = { health, openApi } as const
