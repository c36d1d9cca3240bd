/** The HTTP side: every route, one error handler, the built client. Tests inject into it. */

import { type FastifyInstance, fastify } from 'fastify'
import { health, openApi } from '../../contract/api.ts'
import { refuse } from '../../contract/refusals.ts'
import { trusts } from '../client-address.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { FiatRates } from '../fiat/fiat-rates.ts'
import type { Identity } from '../identity/identity.ts'
import type { CoinFacts } from '../listing/coin-facts.ts'
import type { Log } from '../log.ts'
import type { Letter } from '../mail/letter.ts'
import type { Desk } from '../orders/desk.ts'
import { isForeign } from '../origin.ts'
import type { BalanceParts } from '../portfolio/balances.ts'
import type { Projector } from '../projections/projector.ts'
import type { Figures } from '../say/market.ts'
import type { Bot } from '../telegram/bot.ts'
import { serveAccount } from './account.ts'
import { serveAssets } from './assets.ts'
import { serveBotUpdates } from './bot-updates.ts'
import { serveEmail } from './email.ts'
import { failure } from './failure.ts'
import { serveFiat } from './fiat.ts'
import { headersFor } from './headers.ts'
import { healthView } from './health.ts'
import { serveInvites } from './invites.ts'
import { MOST_BODY_BYTES, takeJsonOnly } from './json.ts'
import { serveLocks } from './locks.ts'
import { serveMailPage } from './mail-page.ts'
import { serveNotifications } from './notifications.ts'
import { openApiDocument } from './openapi.ts'
import { serveOrders } from './orders.ts'
import { servePages } from './pages.ts'
import { servePairs } from './pairs.ts'
import { rateLimits } from './rate-limits.ts'
import { refused } from './serve.ts'
import { serveSignIn } from './sign-in.ts'
import { serveTelegram } from './telegram.ts'
import { serveWays } from './ways.ts'

export type AppParts = {
  readonly config: Pick<
    Config,
    'mode' | 'appName' | 'rateLimits' | 'frameAncestors' | 'publicUrl' | 'trustedProxies' | 'botToken' | 'mail'
  >
  readonly desk: Desk
  readonly projector: Projector
  readonly identity: Identity
  readonly clock: Clock
  readonly log: Log
  readonly figures: Figures
  readonly portfolio: BalanceParts['portfolio']
  readonly fiat: FiatRates
  readonly coinFacts: (symbol: string) => CoinFacts
  readonly bot: Pick<Bot, 'settings' | 'receive' | 'invites'>
  readonly lettersShown: () => readonly Letter[]
  /** The folder of the built client. */
  readonly pages: string
}

/** Ready to be asked. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, desk, projector, identity, clock, log } = parts
  const { sequencer } = desk
  const fail = failure(log)
  const app = fastify({
    bodyLimit: MOST_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void fail(error, request, reply),
  })
  takeJsonOnly(app)
  app.setErrorHandler(fail)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request, config))
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    if (changes && isForeign(request.headers, config.publicUrl)) return refused(reply, refuse('FOREIGN_ORIGIN'))
  })

  const limits = rateLimits(clock, config.rateLimits)
  const { access } = identity
  const doors = { app, whoIs: access.read, isTrusted: trusts(config.trustedProxies), publicUrl: config.publicUrl }
  serveSignIn(doors, identity, limits)
  serveTelegram(doors, { identity, mode: config.mode }, limits.signIn)
  serveAccount(doors, { identity, mode: config.mode }, limits.looks)
  serveLocks(doors, identity, limits)
  serveAssets(doors, { ...desk, portfolio: parts.portfolio, clock }, limits.looks)
  servePairs(doors, { sequencer, figures: parts.figures, coinFacts: parts.coinFacts }, limits.looks)
  serveFiat(doors, parts.fiat, limits.looks)
  serveOrders(doors, desk, limits)
  serveInvites(doors, { users: identity.users, invites: parts.bot.invites }, limits)
  serveNotifications(doors, parts.bot.settings, limits.looks)
  if (parts.bot.receive !== undefined) serveBotUpdates(app, parts.bot.receive)
  serveWays(doors, { identity, config }, limits)
  serveEmail(doors, identity, limits)
  if (config.mail.type === 'shown') serveMailPage(app, parts.lettersShown)
  app.get(health.path, async (_request, reply) => {
    const view = healthView({ config, sequencer, projector })
    return reply.code(view.status === 'ok' ? 200 : 503).send(view)
  })
  const document = openApiDocument(config.appName)
  app.get(openApi.path, () => document)
  await servePages(app, parts.pages)
  await app.ready()
  return app
}
