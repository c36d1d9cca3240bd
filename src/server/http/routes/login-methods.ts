/** The configured login methods, and login with Google. */

import { isRefused } from '../../../contract/refusals.ts'
import type { Auth } from '../../auth/auth.ts'
import type { Config } from '../../runtime/config.ts'
import type { Invites } from '../../telegram-bot/invites.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, servePublic, serveSignedIn } from '../serve.ts'

type Deps = {
  readonly auth: Auth
  readonly config: Pick<Config, 'botToken' | 'email'>
  readonly invites: Pick<Invites, 'chatLink'> | undefined
}

export function serveLoginMethods(
  context: RouteContext,
  { auth, config, invites }: Deps,
  { signIn: limit, reads }: RateLimits,
): void {
  const botId = config.botToken?.split(':')[0]
  servePublic(context, 'ways', reads, async () => ({
    telegram: botId === undefined ? null : { bot_id: botId, chat_link: invites?.chatLink() ?? null },
    google: await auth.google.clientSettings(),
    mail: config.email.type,
  }))
  servePublic(context, 'google', limit, ({ input: { referrer_uid: referralCode, ...evidence }, origin, device }) =>
    auth.signInWithGoogle({ evidence, origin, referralCode }, device),
  )
  serveSignedIn(context, 'linkGoogle', limit, async (signedIn, { input, origin, device }) => {
    const { password, code, ...evidence } = input
    const user = await auth.security.reauthenticate(signedIn, { password, code }, device)
    return isRefused(user) ? user : auth.google.link(user, evidence, origin, device)
  })
}
