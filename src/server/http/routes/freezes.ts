/** Freezing the own account. Its limit is its own, so that nobody who is logged in elsewhere can use it up. */

import { isRefused } from '../../../contract/refusals.ts'
import type { Freezes } from '../../freezes/freezes.ts'
import { isoTime } from '../../wire/time.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, servePublic, serveSignedIn } from '../serve.ts'

export function serveFreezes(context: RouteContext, freezes: Freezes, limits: RateLimits): void {
  serveSignedIn(context, 'freeze', limits.freezes, ({ user }) => freezes.freeze(user))
  servePublic(context, 'freezeByLink', limits.freezes, ({ input }) => freezes.freezeByLink(input.token))
  serveSignedIn(context, 'unfreeze', limits.signIn, async (signedIn, { input, device }) => {
    const lifting = await freezes.unfreeze(signedIn, input, device)
    return isRefused(lifting) ? lifting : { lifts_at: isoTime(lifting.liftsAt) }
  })
}
