/** Which ways in there are, and coming in by Google. */

import type { Config } from '../config.ts'
import type { Identity } from '../identity/identity.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Doors, serveAll, serveSignedIn } from './serve.ts'

type Parts = { readonly identity: Identity; readonly config: Pick<Config, 'botToken' | 'mail'> }

export function serveWays(doors: Doors, { identity, config }: Parts, { signIn: limit, looks }: RateLimits): void {
  const botId = config.botToken?.split(':')[0]
  serveAll(doors, 'ways', looks, async () => ({
    telegram: botId === undefined ? null : { bot_id: botId },
    google: await identity.google.about(),
    mail: config.mail.type,
  }))
  serveAll(doors, 'google', limit, ({ input: { referrer_uid: referralCode, ...evidence }, here, visitor }) =>
    identity.byGoogle({ evidence, here, referralCode }, visitor),
  )
  serveSignedIn(doors, 'linkGoogle', limit, async (signedIn, { input: { password, code, ...evidence }, here }) => {
    const proved = await identity.locks.reauthenticate(signedIn, { password, code })
    return 'code' in proved ? proved : identity.google.link(proved, evidence, here)
  })
}
