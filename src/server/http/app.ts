/** The HTTP side: every route, one error handler, the built client. Tests inject into it. */

import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { health, openApi } from '../../contract/api.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { FiatRates } from '../fiat/fiat-rates.ts'
import type { Identity } from '../identity/identity.ts'
import type { CoinFacts } from '../listing/coin-facts.ts'
import type { Log } from '../log.ts'
import type { Letter } from '../mail/letter.ts'
import type { Desk } from '../orders/desk.ts'
import type { BalanceParts } from '../portfolio/balances.ts'
import type { Projector } from '../projections/projector.ts'
import type { Figures } from '../say/market.ts'
import { serveAccount } from './account.ts'
import { serveAssets } from './assets.ts'
import { serveEmail } from './email.ts'
import { failure } from './failure.ts'
import { serveFiat } from './fiat.ts'
import { healthView } from './health.ts'
import { serveMailPage } from './mail-page.ts'
import { openApiDocument } from './openapi.ts'
import { serveOrders } from './orders.ts'
import { servePages } from './pages.ts'
import { servePairs } from './pairs.ts'
import { rateLimits } from './rate-limits.ts'
import { serveSignIn } from './sign-in.ts'
import { serveTelegram } from './telegram.ts'
import { serveWays } from './ways.ts'

export type AppParts = {
  readonly config: Pick<
    Config,
    'mode' | 'appName' | 'rateLimits' | 'frameAncestors' | 'publicUrl' | 'botToken' | 'mail'
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
  readonly lettersShown: () => readonly Letter[]
  /** The folder of the built client. */
  readonly pages: string
}

const MOST_BODY_BYTES = 64 * 1_024

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
    reply.headers(headersFor(request, config.frameAncestors))
  })

  const limits = rateLimits(clock, config.rateLimits)
  const doors = { app, whoIs: identity.access.read, publicUrl: config.publicUrl }
  serveSignIn(doors, identity, limits)
  serveTelegram(doors, { identity, mode: config.mode }, limits.signIn)
  serveAccount(doors, { users: identity.users, mode: config.mode }, limits.looks)
  serveAssets(doors, { ...desk, portfolio: parts.portfolio, clock }, limits.looks)
  servePairs(doors, { sequencer, figures: parts.figures, coinFacts: parts.coinFacts }, limits.looks)
  serveFiat(doors, parts.fiat, limits.looks)
  serveOrders(doors, desk, limits)
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

/** An empty body is an empty object; a key that would reach into prototypes is refused. */
function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {})
    else parse(request, body as string, done)
  })
}

/** Toasts and charts bring their styles along as elements, hence `unsafe-inline` for styles, and for nothing else. */
function headersFor(
  { headers: { host = '' }, url }: FastifyRequest,
  frameAncestors: readonly string[],
): Record<string, string> {
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : ''
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${sockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...frameAncestors].join(' '),
  ]
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': policy.join('; '),
    ...(url.includes('-backend/') && { 'cache-control': 'no-store' }),
  }
}
