/** Which ways in there are, and coming in by Google. */

import type { Config } from '../config.ts'
import type { Identity } from '../identity/identity.ts'
import type { RateLimits } from './rate-limits.ts'
import { type Doors, serveAll } from './serve.ts'

type Parts = { readonly identity: Identity; readonly config: Pick<Config, 'botToken' | 'mail'> }

export function serveWays(doors: Doors, { identity, config }: Parts, { signIn: limit, looks }: RateLimits): void {
  const botId = config.botToken?.split(':')[0]
  serveAll(doors, 'ways', looks, async () => ({
    telegram: botId === undefined ? null : { bot_id: botId },
    google: await identity.google.about(),
    mail: config.mail.type,
  }))
  serveAll(doors, 'google', limit, async ({ input: { referrer_uid, ...evidence }, here }) => {
    const entered = await identity.byGoogle(evidence, here, referrer_uid)
    return 'code' in entered ? entered : entered.tokens
  })
}
