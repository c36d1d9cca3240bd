/** Who Google says somebody is: the code that a browser brings back is exchanged for a signed answer. */

import { allowInsecureRequests, authorizationCodeGrant, type Configuration, discovery } from 'openid-client'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { GoogleEvidence, WaysView } from '../../contract/ways-views.ts'
import type { Clock } from '../clock.ts'
import type { GoogleSettings } from '../config.ts'
import type { Log } from '../log.ts'

export type GoogleAccount = {
  /** Of whom, by whom: the issuer and its name for them. */
  readonly sub: string
  /** Only one that Google has verified. */
  readonly email: string | undefined
}

export type GoogleCode = {
  /** Where a browser is sent; the endpoint is null while Google cannot be reached. */
  about(): Promise<WaysView['google']>
  /** `here` is our own origin. */
  read(evidence: GoogleEvidence, here: string): Promise<GoogleAccount | Refusal>
}

export type GoogleCodeParts = {
  readonly google: GoogleSettings | undefined
  readonly clock: Clock
  readonly log: Log
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/
const RETURN_PATH = '/register'
const PATIENCE_SECONDS = 5
/** Who asks while Google is away does not wait for it each time. */
const ASK_AGAIN_MILLIS = 3_000

export function openGoogleCode({ google, clock, log }: GoogleCodeParts): GoogleCode {
  const whenKnown = google === undefined ? undefined : patientDiscovery(google, clock, log)
  return {
    async about() {
      if (google === undefined || whenKnown === undefined) return null
      const endpoint = (await whenKnown())?.serverMetadata().authorization_endpoint
      return { authorization_endpoint: endpoint ?? null, client_id: google.clientId }
    },
    async read(evidence, here) {
      if (whenKnown === undefined) return refuse('GOOGLE_NOT_CONFIGURED')
      const redirect = evidence.redirect_uri ?? here + RETURN_PATH
      if (redirect !== here + RETURN_PATH) return refuse('REDIRECT_NOT_OURS')
      const provider = await whenKnown()
      if (provider === undefined) return refuse('GOOGLE_UNREACHABLE')
      try {
        return await exchange(provider, evidence, redirect)
      } catch (error) {
        const code = judge(error)
        log.info(
          { why: wordsOf(error) },
          code === 'GOOGLE_FAILED' ? 'an answer of Google is not good' : 'Google is away',
        )
        return refuse(code)
      }
    },
  }
}

/** Asked for when it is first needed, and again until it is known. */
function patientDiscovery({ issuer, clientId, clientSecret }: GoogleSettings, clock: Clock, log: Log) {
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  let asked: { readonly at: number; readonly answer: Promise<Configuration | undefined> } | undefined

  async function ask(): Promise<Configuration | undefined> {
    try {
      return await discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: PATIENCE_SECONDS })
    } catch (error) {
      log.warn({ why: wordsOf(error) }, 'Google does not say how to sign in')
      return undefined
    }
  }

  return async (): Promise<Configuration | undefined> => {
    const now = clock.now()
    const known = await asked?.answer
    if (known !== undefined) return known
    if (asked === undefined || now - asked.at >= ASK_AGAIN_MILLIS) asked = { at: now, answer: ask() }
    return asked.answer
  }
}

async function exchange(
  provider: Configuration,
  { authentication_code, code_verifier, nonce }: GoogleEvidence,
  redirect: string,
): Promise<GoogleAccount> {
  const { issuer } = provider.serverMetadata()
  // There is one issuer, so an answer of another one cannot be mistaken for its own.
  const answer = new URL(`${redirect}?${new URLSearchParams({ code: authentication_code, iss: issuer })}`)
  const tokens = await authorizationCodeGrant(provider, answer, {
    idTokenExpected: true,
    ...(code_verifier !== undefined && { pkceCodeVerifier: code_verifier }),
    ...(nonce !== undefined && { expectedNonce: nonce }),
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('an answer without claims was taken')
  const { sub, email, email_verified } = claims
  const isTheirs = email_verified === true && typeof email === 'string' && ADDRESS.test(email)
  return { sub: `${issuer} ${sub}`, email: isTheirs ? email.toLowerCase() : undefined }
}

/** Whether Google was away, or what was shown is not good. Anything else is our own fault. */
function judge(error: unknown): 'GOOGLE_UNREACHABLE' | 'GOOGLE_FAILED' {
  const { code, cause, status } = error as { code?: string; cause?: { status?: number }; status?: number }
  if (code === 'OAUTH_TIMEOUT' || (status ?? cause?.status ?? 0) >= 500) return 'GOOGLE_UNREACHABLE'
  if (code?.startsWith('OAUTH_')) return 'GOOGLE_FAILED'
  // That is what `fetch` throws when nobody is there.
  if (error instanceof TypeError && cause !== undefined) return 'GOOGLE_UNREACHABLE'
  throw error
}

/** Neither a code nor a token is among these. */
function wordsOf(error: unknown): string {
  const { name, code, error: said } = error as { name?: string; code?: string; error?: string }
  return [name, code, said].filter((part) => part !== undefined).join(' ')
}
