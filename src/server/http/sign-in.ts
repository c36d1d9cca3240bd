/** Registration, sign-in and the tokens. Whoever asks with a bad password learns nothing but that. */

import { refuse } from '../../contract/refusals.ts'
import type { Identity } from '../identity/identity.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Doors, serveAll, serveSignedIn } from './serve.ts'

export function serveSignIn(doors: Doors, identity: Identity, { signIn: limit, looks }: RateLimits): void {
  serveAll(doors, 'register', limit, ({ input, visitor, here }) => identity.register(input, visitor, here))
  serveAll(doors, 'login', limit, ({ input, visitor }) => identity.signIn(input, visitor))
  serveAll(doors, 'secondFactor', limit, ({ input, visitor }) => identity.finish(input.ticket, input.code, visitor))
  serveAll(doors, 'refresh', limit, async ({ input, visitor }) => {
    const tokens = await identity.refresh(input.refresh_token, visitor)
    return tokens ?? refuse('UNAUTHORIZED')
  })
  serveAll(doors, 'logout', looks, async ({ input }) => {
    await identity.signOut(input.refresh_token)
    return { status: 'ok' }
  })
  serveSignedIn(doors, 'socketTicket', looks, async (signedIn) => ({
    ticket: identity.tickets.issue(signedIn),
  }))
}
