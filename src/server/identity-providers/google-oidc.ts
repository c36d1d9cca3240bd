/** Google OpenID Connect: exchanges the authorization code from the browser for a verified id token. */

import { allowInsecureRequests, authorizationCodeGrant, type Configuration, discovery } from 'openid-client'
import type { GoogleEvidence } from '../../contract/auth/calls.ts'
import { canonicalEmail } from '../../contract/auth/email-address.ts'
import type { LoginMethodsView } from '../../contract/auth/views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Clock } from '../runtime/clock.ts'
import type { GoogleSettings } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import { failingIf, type HealthTimes, OFF, type PartReading } from '../runtime/part-health.ts'
import { openRepeatedCheck } from '../runtime/repeated-check.ts'

export type GoogleAccount = {
  /** The issuer and Google's user id, separated by a space. */
  readonly sub: string
  /** Only if Google has verified it. */
  readonly email: string | undefined
}

type GoogleOidc = {
  /** For the client's redirect to Google; the endpoint is null while Google is unreachable. */
  clientSettings(): Promise<LoginMethodsView['google']>
  /** `origin` is the exchange's own origin. */
  exchangeCode(evidence: GoogleEvidence, origin: string): Promise<GoogleAccount | Refusal>
  /** For `/health`. */
  readonly health: PartReading
  /** Checks again and again whether Google can be reached. */
  start(): void
  stop(): void
}

export type GoogleOidcDeps = {
  readonly google: GoogleSettings | undefined
  readonly clock: Clock
  readonly log: Log
  readonly healthTimes: Pick<HealthTimes, 'serviceMillis' | 'retryMillis'>
}

const RETURN_PATH = '/register'
const TIMEOUT_SECONDS = 5
const GOOGLE_HINT = 'set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'
/** Within this time after a failed discovery, requests fail at once instead of retrying it. */
const DISCOVERY_RETRY_MILLIS = 3_000

export function openGoogleOidc({ google, clock, log, healthTimes }: GoogleOidcDeps): GoogleOidc {
  const discover = google === undefined ? undefined : cachedDiscovery(google, clock, log)
  const check = google === undefined ? undefined : openProviderCheck(google, healthTimes)
  if (google === undefined)
    log.info({ event: 'login-method.unavailable', method: 'google', hint: GOOGLE_HINT }, 'no Google login')
  return {
    get health() {
      return check === undefined ? OFF : failingIf(check.failure)
    },
    start: () => check?.start(),
    stop: () => check?.stop(),
    async clientSettings() {
      if (google === undefined || discover === undefined) return null
      const endpoint = (await discover())?.serverMetadata().authorization_endpoint
      return { authorization_endpoint: endpoint ?? null, client_id: google.clientId }
    },
    async exchangeCode(evidence, origin) {
      if (discover === undefined) return refuse('GOOGLE_NOT_CONFIGURED')
      const redirect = evidence.redirect_uri ?? origin + RETURN_PATH
      if (redirect !== origin + RETURN_PATH) return refuse('REDIRECT_NOT_OURS')
      const provider = await discover()
      if (provider === undefined) return refuse('GOOGLE_UNREACHABLE')
      try {
        return await exchange(provider, evidence, redirect)
      } catch (error) {
        const code = classify(error)
        log.info(
          { event: 'google.exchange_failed', code, reason: reasonOf(error) },
          'the authorization code could not be exchanged',
        )
        return refuse(code)
      }
    },
  }
}

function discoverProvider({ issuer, clientId, clientSecret }: GoogleSettings): Promise<Configuration> {
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  return discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS })
}

/** A login needs both: the endpoints that discovery tells, and the keys that sign tokens. */
async function checkProvider(google: GoogleSettings): Promise<void> {
  const { jwks_uri = '' } = (await discoverProvider(google)).serverMetadata()
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000)
  const reply = await fetch(jwks_uri, { signal, redirect: 'error' })
  const { keys } = (await reply.json()) as { keys?: unknown }
  if (!reply.ok || !Array.isArray(keys) || keys.length === 0) throw new Error('the provider tells no keys')
}

const openProviderCheck = (google: GoogleSettings, times: GoogleOidcDeps['healthTimes']) =>
  openRepeatedCheck({
    check: () => checkProvider(google),
    reasonOf: () => 'Google cannot be reached',
    pauseMillis: times.serviceMillis,
    retryMillis: times.retryMillis,
    slowMillis: 2 * TIMEOUT_SECONDS * 1_000,
  })

/** Runs discovery on first use and caches a success; failures are retried. */
function cachedDiscovery(google: GoogleSettings, clock: Clock, log: Log) {
  let last: { readonly at: number; readonly result: Promise<Configuration | undefined> } | undefined

  async function fetchConfiguration(): Promise<Configuration | undefined> {
    try {
      return await discoverProvider(google)
    } catch (error) {
      log.warn({ event: 'google.discovery_failed', reason: reasonOf(error) }, 'Google OpenID discovery failed')
      return undefined
    }
  }

  return async (): Promise<Configuration | undefined> => {
    const now = clock.now()
    const known = await last?.result
    if (known !== undefined) return known
    if (last === undefined || now - last.at >= DISCOVERY_RETRY_MILLIS) last = { at: now, result: fetchConfiguration() }
    return last.result
  }
}

async function exchange(
  provider: Configuration,
  { authentication_code, code_verifier, nonce }: GoogleEvidence,
  redirect: string,
): Promise<GoogleAccount> {
  const { issuer } = provider.serverMetadata()
  // Only one issuer is configured, so `iss` cannot be confused with another provider's.
  const response = new URL(`${redirect}?${new URLSearchParams({ code: authentication_code, iss: issuer })}`)
  const tokens = await authorizationCodeGrant(provider, response, {
    idTokenExpected: true,
    ...(code_verifier !== undefined && { pkceCodeVerifier: code_verifier }),
    ...(nonce !== undefined && { expectedNonce: nonce }),
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('the token response has no id token claims')
  const { sub, email, email_verified } = claims
  const isVerified = email_verified === true && typeof email === 'string'
  return { sub: `${issuer} ${sub}`, email: isVerified ? canonicalEmail(email) : undefined }
}

/** Rethrows errors that are caused neither by the network nor by the code. */
function classify(error: unknown): 'GOOGLE_UNREACHABLE' | 'GOOGLE_FAILED' {
  const { code, cause, status } = error as { code?: string; cause?: { status?: number }; status?: number }
  if (code === 'OAUTH_TIMEOUT' || (status ?? cause?.status ?? 0) >= 500) return 'GOOGLE_UNREACHABLE'
  if (code?.startsWith('OAUTH_')) return 'GOOGLE_FAILED'
  // `fetch` throws this if the connection fails.
  if (error instanceof TypeError && cause !== undefined) return 'GOOGLE_UNREACHABLE'
  throw error
}

/** Contains neither a code nor a token. */
function reasonOf(error: unknown): string {
  const { name, code, error: oauthError } = error as { name?: string; code?: string; error?: string }
  return [name, code, oauthError].filter((part) => part !== undefined).join(' ')
}
