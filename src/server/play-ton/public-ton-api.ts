/** The replies of the play TON chain to external wallets, in the form of toncenter's API. */

import { ChainUnavailable } from '../../chains/chain-unavailable.ts'
import { TonApiError, type TonTransport } from '../../chains/ton/toncenter.ts'

/** `status` is that of the HTTP reply. */
export type TonReply = { readonly status: number; readonly body: object }

/** To a call of one method. Never throws for a request of a client. */
export async function answerTonCall(api: TonTransport, method: string, params: unknown): Promise<TonReply> {
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    return failure(422, 'params is not an object')
  try {
    return { status: 200, body: { ok: true, result: await api(method, params as Record<string, unknown>) } }
  } catch (error) {
    if (error instanceof TonApiError) return failure(error.code, error.message)
    if (error instanceof ChainUnavailable) return failure(503, 'the chain is not available')
    throw error
  }
}

/** To a JSON-RPC request. */
export async function answerTonRpc(api: TonTransport, request: unknown): Promise<TonReply> {
  if (typeof request !== 'object' || request === null) return failure(422, 'not a request')
  const { id = null, method, params = {} } = request as { id?: unknown; method?: unknown; params?: unknown }
  if (typeof method !== 'string') return failure(422, 'not a request')
  const { status, body } = await answerTonCall(api, method, params)
  const shownId = typeof id === 'string' || typeof id === 'number' ? id : null
  return { status, body: { ...body, jsonrpc: '2.0', id: shownId } }
}

const failure = (code: number, error: string): TonReply => ({ status: code, body: { ok: false, error, code } })
