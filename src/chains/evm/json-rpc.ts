/** JSON-RPC over HTTP, with limits for time and size. Messages of errors never contain the URL: it may contain a key. */

import { ChainUnavailable } from './chain.ts'

export type JsonRpc = {
  /** The `result`. Throws `RpcError` if the endpoint answers with an error, else `ChainUnavailable`. */
  call(method: string, params?: readonly unknown[]): Promise<unknown>
}

/** The endpoint answered with an error. */
export class RpcError extends ChainUnavailable {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type HttpLimits = {
  readonly timeoutMillis?: number
  readonly maxBytes?: number
  /** Ends all requests. */
  readonly signal?: AbortSignal
}

const TIMEOUT_MILLIS = 5_000
const MAX_BYTES = 20 * 1_024 * 1_024
const MAX_MESSAGE_LENGTH = 200

export function httpJsonRpc(url: string, limits: HttpLimits = {}): JsonRpc {
  const { timeoutMillis = TIMEOUT_MILLIS, maxBytes = MAX_BYTES, signal } = limits
  let lastId = 0
  return {
    async call(method, params = []) {
      const id = ++lastId
      const timeout = AbortSignal.timeout(timeoutMillis)
      const text = await post(url, JSON.stringify({ jsonrpc: '2.0', id, method, params }), {
        maxBytes,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      }).catch((error: unknown) => {
        if (error instanceof ChainUnavailable) throw error
        throw new ChainUnavailable(`${method}: ${reasonOf(error)}`)
      })
      return resultOf(method, id, text)
    },
  }
}

/** The message of a failed `fetch` says nothing; its cause has a code. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? name ?? 'the connection failed')
}

async function post(url: string, body: string, { maxBytes, signal }: { maxBytes: number; signal: AbortSignal }) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new ChainUnavailable('the answer is too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

function resultOf(method: string, id: number, text: string): unknown {
  const reply = parsed(text)
  if (typeof reply !== 'object' || reply === null || !('id' in reply) || reply.id !== id)
    throw new ChainUnavailable(`${method}: the answer is not JSON-RPC`)
  if ('error' in reply && reply.error !== null && reply.error !== undefined) {
    const { code, message } = reply.error as { code?: unknown; message?: unknown }
    throw new RpcError(Number(code), String(message).slice(0, MAX_MESSAGE_LENGTH))
  }
  if (!('result' in reply)) throw new ChainUnavailable(`${method}: the answer has no result`)
  return reply.result
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws `ChainUnavailable` until the endpoint has answered that it serves this chain. */
export function ofChain(endpoint: JsonRpc, chainId: number): JsonRpc {
  let isVerified = false
  return {
    async call(method, params) {
      if (!isVerified) {
        const found = Number(await endpoint.call('eth_chainId'))
        if (found !== chainId) throw new ChainUnavailable(`an endpoint serves the chain ${found} instead of ${chainId}`)
        isVerified = true
      }
      return endpoint.call(method, params)
    },
  }
}
