/** A POST of JSON, with limits for time and size. Messages of errors never contain the URL: it may contain a key. */

import { ChainUnavailable } from './chain-unavailable.ts'

const TOO_LARGE = 'the answer is too large'
const TOO_SLOW = 'no answer in time'

/** True of a failure that a smaller request can avoid. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof ChainUnavailable && (error.message.includes(TOO_LARGE) || error.message.includes(TOO_SLOW))

export type HttpLimits = {
  readonly timeoutMillis?: number
  readonly maxBytes?: number
  /** Ends all requests. */
  readonly signal?: AbortSignal
}

const TIMEOUT_MILLIS = 5_000
const MAX_BYTES = 20 * 1_024 * 1_024

/**
 * The JSON of the reply, whatever its status; undefined if it is not JSON. Throws `ChainUnavailable` if no reply comes
 * in time. `what` begins the message of the error.
 */
export async function postJson(url: string, body: object, what: string, limits: HttpLimits = {}): Promise<unknown> {
  const { timeoutMillis = TIMEOUT_MILLIS, maxBytes = MAX_BYTES, signal } = limits
  const timeout = AbortSignal.timeout(timeoutMillis)
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    redirect: 'error',
  } as const
  const text = await readReply(url, request, maxBytes).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) throw error
    throw new ChainUnavailable(`${what}: ${reasonOf(error)}`)
  })
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The message of a failed `fetch` says nothing; its cause has a code. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return name === 'TimeoutError' ? TOO_SLOW : (cause?.code ?? name ?? 'the connection failed')
}

async function readReply(url: string, request: RequestInit, maxBytes: number): Promise<string> {
  const reply = await fetch(url, request)
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new ChainUnavailable(TOO_LARGE)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}
