/** Requests for emails, and the links in them. */

import { isRefused, refuse } from '../../../contract/refusals.ts'
import type { Auth } from '../../auth/auth.ts'
import { OK } from '../../security/change-credential.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, servePublic, serveSignedIn } from '../serve.ts'

export function serveEmail(
  context: RouteContext,
  { email, users, security }: Auth,
  { signIn: limit }: RateLimits,
): void {
  servePublic(
    context,
    'confirmEmail',
    limit,
    async ({ input, device }) => (await email.confirm(input.token, device)) ?? OK,
  )
  servePublic(
    context,
    'forgot',
    limit,
    async ({ input, device }) => (await email.requestPasswordReset(input.email, device)) ?? OK,
  )
  servePublic(
    context,
    'reset',
    limit,
    async ({ input, device }) => (await email.resetPassword(input.token, input.password, device)) ?? OK,
  )
  serveSignedIn(context, 'sendConfirmation', limit, async ({ user }, { device }) => {
    const row = await users.findById(user)
    if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return (await email.sendConfirmation(row, device)) ?? OK
  })
  serveSignedIn(context, 'linkEmail', limit, async (signedIn, { input: { email: address, ...proof }, device }) => {
    const user = await security.reauthenticate(signedIn, proof, device)
    if (isRefused(user)) return user
    return (await email.sendLinkConfirmation(user, address, device)) ?? OK
  })
}
