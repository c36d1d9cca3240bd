/**
 * The connection to the Bot API. The token is part of every URL there, so errors of the HTTP client are never logged:
 * `failureOf` describes them without it.
 */

import { type ApiClientOptions, GrammyError, HttpError } from 'grammy'
import type { Config } from '../runtime/config.ts'
import { isTransient } from '../runtime/transient-errors.ts'

type BotSettings = { readonly token: string } & Pick<Config, 'botApiUrl' | 'botEnvironment'>

/** Why a call failed, and whether it may have taken effect. */
export type Failure =
  /** Telegram rejected the call: no effect. */
  | { readonly type: 'refused'; readonly status: number; readonly reason: string; readonly waitMillis: number }
  /** The call did not reach Telegram: no effect. */
  | { readonly type: 'unreachable'; readonly reason: string }
  /** The call may have taken effect. */
  | { readonly type: 'unknown'; readonly reason: string }

/** Abort pending calls at the stop: polls at once, all others a little later. */
type AbortSignals = { readonly polls: AbortSignal; readonly calls: AbortSignal }

/** Telegram answers a long poll after this time if there are no updates. */
export const POLL_SECONDS = 30
/** Longer than a connection timeout, so that an unreachable host is reported as such. */
const TIMEOUT_MILLIS = 15_000
const MAX_REASON_LENGTH = 200

/** Errors of calls with these options contain the token: pass them to `failureOf` only. */
export function clientOptions(
  settings: BotSettings,
  signals: AbortSignals,
  timeoutMillis = TIMEOUT_MILLIS,
): ApiClientOptions {
  const call = (url: string, { method, headers, body }: RequestInit): Promise<Response> => {
    const isPoll = url.endsWith('/getUpdates')
    const timeout = AbortSignal.timeout(timeoutMillis + (isPoll ? POLL_SECONDS * 1_000 : 0))
    const signal = AbortSignal.any([isPoll ? signals.polls : signals.calls, timeout])
    return fetch(url, { method, headers, body, signal, redirect: 'error' } as RequestInit)
  }
  return {
    apiRoot: settings.botApiUrl,
    environment: settings.botEnvironment === 'test' ? 'test' : 'prod',
    // The library's default HTTP client has errors that are harder to classify.
    fetch: call as unknown as NonNullable<ApiClientOptions['fetch']>,
  }
}

/** The reason never contains the token. */
export function failureOf(error: unknown, { token }: Pick<BotSettings, 'token'>): Failure {
  if (error instanceof GrammyError && typeof error.error_code === 'number') {
    const { error_code: status, description, parameters } = error
    const reason = `${status}: ${withoutToken(String(description), token)}`
    return { type: 'refused', status, reason, waitMillis: (Number(parameters.retry_after) || 0) * 1_000 }
  }
  const cause = error instanceof HttpError ? error.error : error
  if (!(cause instanceof Error)) return { type: 'unknown', reason: 'the connection broke' }
  const code = codeOf(cause) ?? codeOf(cause.cause)
  if (code !== undefined && UNREACHABLE.test(code)) return { type: 'unreachable', reason: `unreachable (${code})` }
  if (error instanceof HttpError) return { type: 'unknown', reason: httpReason(cause, code) }
  return isTransient(cause)
    ? { type: 'unreachable', reason: 'the database does not answer' }
    : { type: 'unknown', reason: 'the reply is malformed' }
}

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|\w*CERT\w*)$/

function httpReason({ name }: Error, code: string | undefined): string {
  if (name === 'TimeoutError') return 'no reply in time'
  return name === 'SyntaxError'
    ? 'the reply is not JSON'
    : `the connection broke${code === undefined ? '' : ` (${code})`}`
}

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** A proxy may repeat the requested URL in its reply. */
function withoutToken(text: string, token: string): string {
  const secret = token.slice(token.indexOf(':') + 1)
  return text.replaceAll(secret, '-').slice(0, MAX_REASON_LENGTH)
}
