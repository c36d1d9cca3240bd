/**
 * The line to the Bot API. The token is part of every address there, so no error of the line is ever written down:
 * only what is said about it here, in words of our own.
 */

import { type ApiClientOptions, GrammyError, HttpError } from 'grammy'
import type { Config } from '../config.ts'
import { isWeather } from '../postgres/weather.ts'

export type BotSettings = { readonly token: string } & Pick<Config, 'botApiUrl' | 'botEnvironment'>

/** How a call went wrong, and how somebody who was to do something knows whether it was done. */
export type Failure =
  /** It was heard, and not done. */
  | { readonly type: 'refused'; readonly status: number; readonly why: string; readonly waitMillis: number }
  /** It was not even heard. */
  | { readonly type: 'unheard'; readonly why: string }
  /** It may have been done. */
  | { readonly type: 'unknown'; readonly why: string }

/** Ends what is on its way: questions for news at once, everything else a little later. */
export type Ends = { readonly polls: AbortSignal; readonly calls: AbortSignal }

/** How long a question for news is left open while there are none. */
export const POLL_SECONDS = 30
/** Longer than a connection may take, so that one that is never made is known for what it is. */
const PATIENCE_MILLIS = 15_000
const MOST_WORDS = 200

/** Its errors hold the token: they go to `failureOf` and nowhere else. */
export function lineTo(settings: BotSettings, ends: Ends, patienceMillis = PATIENCE_MILLIS): ApiClientOptions {
  const ask = (address: string, { method, headers, body }: RequestInit): Promise<Response> => {
    const isPoll = address.endsWith('/getUpdates')
    const patience = AbortSignal.timeout(patienceMillis + (isPoll ? POLL_SECONDS * 1_000 : 0))
    const signal = AbortSignal.any([isPoll ? ends.polls : ends.calls, patience])
    return fetch(address, { method, headers, body, signal, redirect: 'error' } as RequestInit)
  }
  return {
    apiRoot: settings.botApiUrl,
    environment: settings.botEnvironment === 'test' ? 'test' : 'prod',
    // The library's own brings an old HTTP client, whose errors are harder to tell apart.
    fetch: ask as unknown as NonNullable<ApiClientOptions['fetch']>,
  }
}

/** In words that hold no token, whatever was answered. */
export function failureOf(error: unknown, { token }: Pick<BotSettings, 'token'>): Failure {
  if (error instanceof GrammyError && typeof error.error_code === 'number') {
    const { error_code: status, description, parameters } = error
    const why = `${status}: ${withoutToken(String(description), token)}`
    return { type: 'refused', status, why, waitMillis: (Number(parameters.retry_after) || 0) * 1_000 }
  }
  const cause = error instanceof HttpError ? error.error : error
  if (!(cause instanceof Error)) return { type: 'unknown', why: 'the line broke' }
  const code = codeOf(cause) ?? codeOf(cause.cause)
  if (code !== undefined && UNHEARD.test(code)) return { type: 'unheard', why: `it cannot be reached (${code})` }
  if (error instanceof HttpError) return { type: 'unknown', why: wordsOf(cause, code) }
  return isWeather(cause)
    ? { type: 'unheard', why: 'the database does not answer' }
    : { type: 'unknown', why: 'the answer is not understood' }
}

const UNHEARD =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|\w*CERT\w*)$/

function wordsOf({ name }: Error, code: string | undefined): string {
  if (name === 'TimeoutError') return 'it did not answer in time'
  return name === 'SyntaxError' ? 'the answer is not JSON' : `the line broke${code === undefined ? '' : ` (${code})`}`
}

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** Also when somebody in between repeats the address it was asked at. */
function withoutToken(words: string, token: string): string {
  const secret = token.slice(token.indexOf(':') + 1)
  return words.replaceAll(secret, '-').slice(0, MOST_WORDS)
}
