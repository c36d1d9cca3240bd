/** Requests for emails, and the links in them. */

import { isRefused, refuse } from '../../../contract/refusals.ts'
import type { Auth } from '../../auth/auth.ts'
import { OK } from '../../security/change-credential.ts'
import { rateLimitedFor } from '../../security/password-attempts.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, servePublic, serveSignedIn } from '../serve.ts'

export function serveEmail(
  context: RouteContext,
  { email, users, security }: Auth,
  { signIn: limit, emails }: RateLimits,
): void {
  servePublic(
    context,
    'confirmEmail',
    limit,
    async ({ input, device }) => (await email.confirm(input.token, device)) ?? OK,
  )
  servePublic(context, 'forgot', limit, async ({ input }) => {
    // The same reply, so that it does not reveal how often this address was used.
    if (emails(input.email) > 0) return OK
    return (await email.requestPasswordReset(input.email)) ?? OK
  })
  servePublic(
    context,
    'reset',
    limit,
    async ({ input, device }) => (await email.resetPassword(input.token, input.password, device)) ?? OK,
  )
  serveSignedIn(context, 'sendConfirmation', emails, async ({ user }) => {
    const row = await users.findById(user)
    if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return (await email.sendConfirmation(row)) ?? OK
  })
  serveSignedIn(context, 'linkEmail', emails, async (signedIn, { input: { email: address, ...proof }, device }) => {
    const user = await security.reauthenticate(signedIn, proof, device)
    if (isRefused(user)) return user
    // A limit of its own per address: many accounts must not flood it, nor use up its owner's limit.
    const wait = emails(`link ${address}`)
    return wait > 0 ? rateLimitedFor(wait) : ((await email.sendLinkConfirmation(user, address)) ?? OK)
  })
}
