/** Freezes of the own account on the wire. */

/** Who froze it: its owner, or the exchange, an operator or the server itself. */
export const FREEZE_ORIGINS = ['owner', 'operator', 'integrity'] as const

/** An active freeze. `lifts_at`: when it ends; null while its lifting was not requested. */
export type FreezeView = {
  readonly origin: (typeof FREEZE_ORIGINS)[number]
  readonly since: string
  readonly lifts_at: string | null
}

/** When the freeze of the owner ends: 24 hours after the first request. */
export type LiftingView = { readonly lifts_at: string }
