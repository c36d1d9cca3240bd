/** The identity provider Sumsub: signed requests for links, signed webhooks with the results. */

import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../runtime/clock.ts'
import type { SumsubSettings } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import { parseWebhook } from './parse-webhook.ts'
import { LINK_MILLIS, type VerificationProvider, type Visitor } from './provider.ts'

type SumsubDeps = {
  readonly settings: SumsubSettings
  readonly acceptsSandbox: boolean
  readonly clock: Clock
  readonly log: Log
  readonly timeoutMillis?: number
}

const LINK_PATH = '/resources/sdkIntegrations/levels/-/websdkLink'
const TIMEOUT_MILLIS = 8_000
const MAX_REPLY_CHARACTERS = 10_000

const linkReply = z.object({ url: z.url({ protocol: /^https?$/ }) })

export function openSumsub(deps: SumsubDeps): VerificationProvider {
  const { settings, acceptsSandbox, clock, log } = deps
  const { webhookSecret: secret, level } = settings
  return {
    name: 'sumsub',
    async link(visitor) {
      const expiresAt = clock.now() + LINK_MILLIS
      try {
        return { url: await requestLink(deps, visitor), expiresAt }
      } catch (error) {
        // Only the message: the request has the app token.
        const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
        log.warn({ event: 'verification.link_failed', reason }, 'Sumsub gave no link')
        return undefined
      }
    },
    parseWebhook: (rawBody, headers) =>
      parseWebhook({ secret, level, acceptsSandbox, now: clock.now }, rawBody, headers),
  }
}

async function requestLink(
  { settings, clock, timeoutMillis = TIMEOUT_MILLIS }: SumsubDeps,
  { user, returnUrl }: Visitor,
): Promise<string> {
  const body = JSON.stringify({
    levelName: settings.level,
    userId: user,
    ttlInSecs: LINK_MILLIS / 1_000,
    redirect: { successUrl: returnUrl, rejectUrl: returnUrl },
  })
  const reply = await fetch(settings.url + LINK_PATH, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...requestSignature(settings, Math.floor(clock.now() / 1_000), 'POST', LINK_PATH, body),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMillis),
  })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`Sumsub answered ${reply.status}`)
  if (text.length > MAX_REPLY_CHARACTERS) throw new Error('the reply is too long')
  const parsed = linkReply.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error('the reply has no url')
  return parsed.data.url
}

/** The HMAC is over the time in seconds, the method, the path with its query, and the body. */
function requestSignature(
  { appToken, secretKey }: SumsubSettings,
  seconds: number,
  method: string,
  path: string,
  body: string,
): Record<string, string> {
  return {
    'x-app-token': appToken,
    'x-app-access-ts': String(seconds),
    'x-app-access-sig': createHmac('sha256', secretKey).update(`${seconds}${method}${path}${body}`).digest('hex'),
  }
}
