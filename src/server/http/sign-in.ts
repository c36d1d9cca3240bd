/** Registration, sign-in and the tokens. Whoever asks with a bad password learns nothing but that. */

import { api } from '../../contract/api.ts'
import { emptyBody, loginBody, refreshBody, registrationBody } from '../../contract/schemas.ts'
import type { Identity } from '../identity/identity.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Doors, Failed, serveAll, serveSignedIn, unauthorized } from './serve.ts'

const badCredentials = new Failed(400, 'Invalid credentials. Please try again.', 'INVALID_CREDENTIALS')
const emailTaken = new Failed(409, 'This email is already registered.', 'EMAIL_TAKEN')

export function serveSignIn(doors: Doors, identity: Identity, { signIn: limit, looks }: RateLimits): void {
  serveAll(doors, api.register, { takes: registrationBody, limit, status: 201 }, async ({ input }) => {
    const tokens = await identity.register(input.email, input.password, input.referrer_uid)
    return tokens ?? emailTaken
  })
  serveAll(doors, api.login, { takes: loginBody, limit }, async ({ input }) => {
    const tokens = await identity.signIn(input.email, input.password)
    return tokens ?? badCredentials
  })
  serveAll(doors, api.refresh, { takes: refreshBody, limit }, async ({ input }) => {
    const tokens = await identity.refresh(input.refresh_token)
    return tokens ?? unauthorized
  })
  serveAll(doors, api.logout, { takes: refreshBody, limit: looks }, async ({ input }) => {
    await identity.signOut(input.refresh_token)
    return { status: 'ok' }
  })
  serveSignedIn(doors, api.socketTicket, { takes: emptyBody, limit: looks }, async (signedIn) => ({
    ticket: identity.tickets.issue(signedIn),
  }))
}
