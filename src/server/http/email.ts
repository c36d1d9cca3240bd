/** Letters that are asked for, and what their links do. */

import { refuse } from '../../contract/refusals.ts'
import { DONE } from '../identity/change-lock.ts'
import type { Identity } from '../identity/identity.ts'
import { tooOften } from '../identity/reauthenticate.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Doors, serveAll, serveSignedIn } from './serve.ts'

export function serveEmail(
  doors: Doors,
  { email, users, locks }: Identity,
  { signIn: limit, letters }: RateLimits,
): void {
  serveAll(doors, 'confirmEmail', limit, async ({ input }) => (await email.confirm(input.token)) ?? DONE)
  serveAll(doors, 'forgot', limit, async ({ input, here }) => {
    // Whether an address had too many letters is nobody else's business.
    if (letters(input.email) > 0) return DONE
    return (await email.forgot(input.email, here)) ?? DONE
  })
  serveAll(doors, 'reset', limit, async ({ input }) => (await email.reset(input.token, input.password)) ?? DONE)
  serveSignedIn(doors, 'sendConfirmation', letters, async ({ user }, { here }) => {
    const row = await users.byId(user)
    if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return (await email.sendConfirmation(row, here)) ?? DONE
  })
  serveSignedIn(doors, 'linkEmail', letters, async (signedIn, { input: { email: address, ...proof }, here }) => {
    const proved = await locks.reauthenticate(signedIn, proof)
    if ('code' in proved) return proved
    // Whoever has many accounts must not fill somebody's letter box, nor use up what its owner may ask for.
    const wait = letters(`link ${address}`)
    return wait > 0 ? tooOften(wait) : ((await email.link(proved, address, here)) ?? DONE)
  })
}
