/** The routes of sign-in, profile, credentials, verification, freezes and messages. */

import { openFreezes } from '../freezes/freezes.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { serveAccount } from '../http/routes/account.ts'
import { serveSignIn } from '../http/routes/auth.ts'
import { serveEmail } from '../http/routes/email.ts'
import { serveFreezes } from '../http/routes/freezes.ts'
import { serveLoginMethods } from '../http/routes/login-methods.ts'
import { serveNotifications } from '../http/routes/notifications.ts'
import { servePlayMail } from '../http/routes/play-mail.ts'
import { serveSecurity } from '../http/routes/security.ts'
import { serveTelegram } from '../http/routes/telegram.ts'
import { serveBotUpdates } from '../http/routes/telegram-updates.ts'
import { serveVerification } from '../http/routes/verify.ts'
import type { RouteContext } from '../http/serve.ts'
import type { AppDeps } from './app-deps.ts'

export function serveAccounts(context: RouteContext, deps: AppDeps, limits: RateLimits): void {
  const { auth, bot, config, verification, notifications, emailInbox, linkOrigin } = deps
  const { sequencer } = deps.orders
  const { clock } = deps.rewards
  const { verificationOf } = verification
  const { mode } = config
  const { freezeLinks, isKnownDevice } = auth
  const { reauthenticateFully } = auth.security
  const profiles = { auth, sequencer, clock, mode, verificationOf }
  serveSignIn(context, auth, limits)
  serveTelegram(context, profiles, limits.signIn)
  serveLoginMethods(context, { auth, config, invites: bot.invites }, limits)
  serveEmail(context, auth, limits)
  serveAccount(context, profiles, limits.reads)
  serveSecurity(context, auth, limits)
  serveFreezes(context, openFreezes({ sequencer, clock, links: freezeLinks, reauthenticateFully }), limits)
  serveVerification(context, { verification, config, bot }, limits)
  serveNotifications(context, notifications, bot.isConfigured, limits.reads)
  if (bot.receive !== undefined) serveBotUpdates(context.app, bot.receive)
  if (config.email.type === 'shown')
    servePlayMail(context, { emails: emailInbox, isKnownDevice, config, linkOrigin }, limits)
}
