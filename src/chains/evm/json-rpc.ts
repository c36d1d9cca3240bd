/** JSON-RPC over HTTP. */

import { ChainUnavailable } from '../chain-unavailable.ts'
import { type HttpLimits, postJson } from '../post-json.ts'

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

const MAX_MESSAGE_LENGTH = 200

export function httpJsonRpc(url: string, limits: HttpLimits = {}): JsonRpc {
  let lastId = 0
  return {
    async call(method, params = []) {
      const id = ++lastId
      return resultOf(method, id, await postJson(url, { jsonrpc: '2.0', id, method, params }, method, limits))
    },
  }
}

function resultOf(method: string, id: number, reply: unknown): unknown {
  if (typeof reply !== 'object' || reply === null || !('id' in reply) || reply.id !== id)
    throw new ChainUnavailable(`${method}: the answer is not JSON-RPC`)
  if ('error' in reply && reply.error !== null && reply.error !== undefined) {
    const { code, message } = reply.error as { code?: unknown; message?: unknown }
    throw new RpcError(Number(code), String(message).slice(0, MAX_MESSAGE_LENGTH))
  }
  if (!('result' in reply)) throw new ChainUnavailable(`${method}: the answer has no result`)
  return reply.result
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
