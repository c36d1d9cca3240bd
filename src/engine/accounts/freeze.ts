/** The freezes of an account: at most one of each origin, and each lifts only its own. */

import type { Millis } from '../../contract/ids.ts'

/** `integrity`: by the server, which found other rows than the recorded ones. */
export type FreezeOrigin = 'operator' | 'owner' | 'integrity'

/** `liftsAt`: when the freeze ends; null while no lifting was requested. */
export type Freeze = { readonly origin: FreezeOrigin; readonly since: Millis; readonly liftsAt: Millis | null }

/** When the last of the freezes ends. */
export const frozenUntil = (freezes: readonly Freeze[]): Millis =>
  freezes.reduce((latest, { liftsAt }) => Math.max(latest, liftsAt ?? Number.POSITIVE_INFINITY), 0)

export const activeFreezes = (freezes: readonly Freeze[], at: Millis): readonly Freeze[] =>
  freezes.length === 0 ? freezes : freezes.filter(({ liftsAt }) => liftsAt === null || at < liftsAt)

/** Those that are active at `at`, with `next` in place of the one of its origin. */
export const withFreeze = (freezes: readonly Freeze[], next: Freeze, at: Millis): readonly Freeze[] =>
  activeFreezes([...freezes.filter(({ origin }) => origin !== next.origin), next], at)
