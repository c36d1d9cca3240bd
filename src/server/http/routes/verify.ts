/**
 * The verification of users: the link to the provider's page, the webhook with its results, the page that Telegram users come
 * back to, and the page of the play provider.
 */

import type { FastifyInstance, FastifyReply } from 'fastify'
import { EXCHANGE_BASE } from '../../../contract/api.ts'
import { pages } from '../../../contract/pages.ts'
import { isRefused, refuse } from '../../../contract/refusals.ts'
import type { Config } from '../../runtime/config.ts'
import type { Bot } from '../../telegram-bot/bot.ts'
import { PLAY_DECISIONS, PLAY_VERIFY_PATH, type PlayProvider } from '../../verification/play-provider.ts'
import type { Verification } from '../../verification/verification.ts'
import { websdkLinkView } from '../../wire/verification.ts'
import { errorBody } from '../error-handler.ts'
import { type AddressLimit, limitByAddress } from '../limit-by-address.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, refused, serveSignedIn } from '../serve.ts'
import { decisionPage, expiredPage, returnPage } from './verify-pages.ts'

type VerificationRoutesDeps = {
  readonly verification: Verification
  readonly config: Pick<Config, 'appName'>
  readonly bot: Pick<Bot, 'invites'>
}

const WEBHOOK_PATH = `${EXCHANGE_BASE}/verify/sumsub/`
const RETURN_PATH = `${EXCHANGE_BASE}/verify/return/`
const MAX_WEBHOOK_BYTES = 64 * 1_024
const MAX_FORM_BYTES = 1_024

export function serveVerification(
  context: RouteContext,
  deps: VerificationRoutesDeps,
  { signIn, reads }: RateLimits,
): void {
  const { app, isTrusted } = context
  const { verification, bot } = deps
  const { appName } = deps.config
  serveSignedIn(context, 'websdkLink', signIn, async ({ user }, { input, origin }) => {
    const returnUrl = origin + (input.return_to === 'telegram' ? RETURN_PATH : pages.identity)
    const link = await verification.link({ user, origin, returnUrl })
    return isRefused(link) ? link : websdkLinkView(link)
  })
  const limit = limitByAddress(reads, isTrusted)
  if (verification.hasProvider) serveWebhook(app, verification, limit)
  app.get(RETURN_PATH, { onRequest: limit }, (_request, reply) =>
    sendHtml(reply, returnPage(appName, bot.invites?.appLink())),
  )
  if (verification.play !== undefined) servePlayPage(app, verification.play, appName, limit)
}

/** The signature is over the bytes of the body, so they are not parsed before it is verified. */
function serveWebhook(app: FastifyInstance, { receive }: Verification, limit: AddressLimit): void {
  app.register(async (scope) => {
    acceptRaw(scope, '*')
    scope.post(WEBHOOK_PATH, { bodyLimit: MAX_WEBHOOK_BYTES, onRequest: limit }, async ({ headers, body }, reply) => {
      const outcome = await receive(Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers)
      switch (outcome) {
        case 'done':
          return { status: 'ok' }
        case 'forged':
          return reply.code(403).send({ ...errorBody(403), detail: 'The signature is missing or wrong.' })
        case 'unknown user':
          return refused(reply, refuse('ACCOUNT_NOT_FOUND'))
        case 'taken':
          return reply.code(409).send({ ...errorBody(409), detail: 'This person has verified another account.' })
        case 'invalid':
          return reply.code(400).send(errorBody(400))
      }
    })
  })
}

/** Shows and takes the decision; it has effect only through the webhook. */
function servePlayPage(app: FastifyInstance, play: PlayProvider, appName: string, limit: AddressLimit): void {
  const path = `${PLAY_VERIFY_PATH}/:ticket`
  const visitorOf = (params: unknown) => play.visitorOf((params as { readonly ticket: string }).ticket)
  app.register(async (scope) => {
    acceptRaw(scope, 'application/x-www-form-urlencoded')
    scope.get(path, { onRequest: limit }, ({ params }, reply) =>
      visitorOf(params) === undefined
        ? sendHtml(reply.code(404), expiredPage(appName))
        : sendHtml(reply, decisionPage(appName)),
    )
    scope.post(path, { bodyLimit: MAX_FORM_BYTES, onRequest: limit }, async ({ params, body }, reply) => {
      const visitor = visitorOf(params)
      if (visitor === undefined) return sendHtml(reply.code(404), expiredPage(appName))
      const chosen = new URLSearchParams(String(body ?? '')).get('decision')
      const decision = PLAY_DECISIONS.find((each) => each === chosen)
      if (decision === undefined) return reply.code(400).send(errorBody(400))
      const { statusCode } = await app.inject({
        method: 'POST',
        url: WEBHOOK_PATH,
        ...play.webhookOf(visitor.user, decision),
      })
      return statusCode === 200 ? reply.redirect(visitor.returnUrl, 303) : refused(reply, refuse('UNAVAILABLE'))
    })
  })
}

function acceptRaw(scope: FastifyInstance, contentType: string): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(contentType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** With `no-referrer`, browsers send the form without its origin, which counts as another site. */
const sendHtml = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .send(html)
