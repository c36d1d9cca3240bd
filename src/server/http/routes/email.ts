/** Requests for emails, and the links in them. */

import { isRefused, refuse } from '../../../contract/refusals.ts'
import type { Auth } from '../../auth/auth.ts'
import { OK } from '../../security/change-credential.ts'
import { rateLimitedFor } from '../../security/reauthenticate.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, servePublic, serveSignedIn } from '../serve.ts'

export function serveEmail(
  context: RouteContext,
  { email, users, security }: Auth,
  { signIn: limit, emails }: RateLimits,
): void {
  servePublic(context, 'confirmEmail', limit, async ({ input }) => (await email.confirm(input.token)) ?? OK)
  servePublic(context, 'forgot', limit, async ({ input, origin }) => {
    // The same reply, so that it does not reveal how often this address was used.
    if (emails(input.email) > 0) return OK
    return (await email.requestPasswordReset(input.email, origin)) ?? OK
  })
  servePublic(
    context,
    'reset',
    limit,
    async ({ input }) => (await email.resetPassword(input.token, input.password)) ?? OK,
  )
  serveSignedIn(context, 'sendConfirmation', emails, async ({ user }, { origin }) => {
    const row = await users.findById(user)
    if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return (await email.sendConfirmation(row, origin)) ?? OK
  })
  serveSignedIn(context, 'linkEmail', emails, async (signedIn, { input: { email: address, ...proof }, origin }) => {
    const user = await security.reauthenticate(signedIn, proof)
    if (isRefused(user)) return user
    // A limit of its own per address: many accounts must not flood it, nor use up its owner's limit.
    const wait = emails(`link ${address}`)
    return wait > 0 ? rateLimitedFor(wait) : ((await email.sendLinkConfirmation(user, address, origin)) ?? OK)
  })
}
