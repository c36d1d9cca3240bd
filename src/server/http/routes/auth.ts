/** Registration, login and tokens. A failed login does not reveal whether the account exists. */

import { refuse } from '../../../contract/refusals.ts'
import type { Auth } from '../../auth/auth.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, servePublic, serveSignedIn } from '../serve.ts'

export function serveSignIn(context: RouteContext, auth: Auth, { signIn: limit, reads }: RateLimits): void {
  servePublic(context, 'register', limit, ({ input, device }) => auth.register(input, device))
  servePublic(context, 'login', limit, ({ input, device }) => auth.signIn(input, device))
  servePublic(context, 'secondFactor', limit, ({ input, device }) =>
    auth.completeWithCode(input.ticket, input.code, device),
  )
  servePublic(context, 'refresh', limit, async ({ input, device }) => {
    const tokens = await auth.refresh(input.refresh_token, device)
    return tokens ?? refuse('UNAUTHORIZED')
  })
  servePublic(context, 'logout', reads, async ({ input }) => {
    await auth.signOut(input.refresh_token)
    return { status: 'ok' }
  })
  serveSignedIn(context, 'socketTicket', reads, async (signedIn, { device }) => ({
    ticket: auth.tickets.issue(signedIn, device.address),
  }))
}
