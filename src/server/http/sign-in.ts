/** Registration, sign-in and the tokens. Whoever asks with a bad password learns nothing but that. */

import { refuse } from '../../contract/refusals.ts'
import type { Identity } from '../identity/identity.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Doors, serveAll, serveSignedIn } from './serve.ts'

export function serveSignIn(doors: Doors, identity: Identity, { signIn: limit, looks }: RateLimits): void {
  serveAll(doors, 'register', limit, async ({ input, here }) => {
    const tokens = await identity.register(input.email, input.password, input.referrer_uid, here)
    return tokens ?? refuse('EMAIL_TAKEN')
  })
  serveAll(doors, 'login', limit, async ({ input }) => {
    const tokens = await identity.signIn(input.email, input.password)
    return tokens ?? refuse('INVALID_CREDENTIALS')
  })
  serveAll(doors, 'refresh', limit, async ({ input }) => {
    const tokens = await identity.refresh(input.refresh_token)
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
