/** The HTTP application: every route, the error handler and the built client. Tests inject requests into it. */

import { type FastifyInstance, fastify } from 'fastify'
import { refuse } from '../../contract/refusals.ts'
import { unavailableNetworks } from '../custody/base/networks.ts'
import { errorHandler } from '../http/error-handler.ts'
import { acceptJsonOnly, MAX_BODY_BYTES } from '../http/json-body.ts'
import { limitByAddress } from '../http/limit-by-address.ts'
import { rateLimits } from '../http/rate-limits.ts'
import { serveHealth } from '../http/routes/health.ts'
import { serveOpenApi } from '../http/routes/openapi-document.ts'
import { PLAY_RPC_PATH } from '../http/routes/play-rpc.ts'
import { PLAY_TON_RPC_PATH } from '../http/routes/play-ton.ts'
import { serveStaticFiles } from '../http/routes/static-files.ts'
import { headersFor } from '../http/security-headers.ts'
import { refused } from '../http/serve.ts'
import { proxyMatcher } from '../runtime/client-ip.ts'
import { isCrossOrigin } from '../runtime/cross-origin.ts'
import type { AppDeps } from './app-deps.ts'
import { serveAccounts } from './serve-accounts.ts'
import { serveFunds } from './serve-funds.ts'
import { serveTrading } from './serve-trading.ts'

/** Calls have schemas of Zod: the compilers of JSON schemas, which fastify loads at each start, are not needed. */
const WITHOUT_SCHEMAS = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } }
function noSchemas(): never {
  throw new Error('a route has a JSON schema')
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, projector, clock, log } = deps
  const handleError = errorHandler(log)
  const app = fastify({
    schemaController: WITHOUT_SCHEMAS,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  })
  acceptJsonOnly(app)
  app.setErrorHandler(handleError)
  refuseOtherOrigins(app, config)

  const limits = rateLimits(clock, config.rateLimits)
  const isTrusted = proxyMatcher(config.trustedProxies)
  const context = { app, authenticate: deps.auth.access.verify, isTrusted, publicUrl: config.publicUrl }
  serveAccounts(context, deps, limits)
  serveTrading(context, deps, limits)
  serveFunds(context, deps, limits)
  const { clocks, parts } = deps.health
  const { sequencer } = deps.orders
  const { networks } = deps.funds
  serveHealth(app, {
    config,
    sequencer,
    projector,
    clocks,
    parts,
    unavailableNetworks: () => unavailableNetworks(networks),
  })
  const limitFiles = limitByAddress(limits.files, isTrusted)
  serveOpenApi(app, config.appName, limitFiles)
  await serveStaticFiles(app, { folder: deps.clientFolder, mode: config.mode }, limitFiles)
  await app.ready()
  return app
}

/** They use no login, so any page may call them. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set([PLAY_RPC_PATH, PLAY_TON_RPC_PATH])

/** Also adds the security headers. */
function refuseOtherOrigins(app: FastifyInstance, config: AppDeps['config']): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request, config))
    const isRead = request.method === 'GET' || request.method === 'HEAD' || PUBLIC_PATHS.has(request.url)
    if (!isRead && isCrossOrigin(request.headers, config.publicUrl)) return refused(reply, refuse('FOREIGN_ORIGIN'))
  })
}
