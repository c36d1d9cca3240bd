/** The API of the play TON chain, for any external wallet. Play mode only. It uses no login, so any page may call it. */

import type { FastifyInstance } from 'fastify'
import type { TonTransport } from '../../../chains/ton/toncenter.ts'
import { answerTonCall, answerTonRpc, type TonReply } from '../../play-ton/public-ton-api.ts'
import type { AddressLimit } from '../limit-by-address.ts'

const PLAY_TON_PATH = '/play/ton/api/v2'
/** The one that libraries of wallets use. */
export const PLAY_TON_RPC_PATH = `${PLAY_TON_PATH}/jsonRPC`

const MAX_BYTES = 128 * 1_024
const CORS = {
  'access-control-allow-origin': '*',
  // Libraries of wallets send their version and a key.
  'access-control-allow-headers': 'content-type, x-api-key, x-ton-client-version',
}

/** GET with the parameters in the query: reads only, because a GET may be repeated. */
const READS = ['getMasterchainInfo', 'getAddressInformation', 'getAddressBalance', 'getAddressState', 'getTransactions']

export function servePlayTon(app: FastifyInstance, api: TonTransport, limit: AddressLimit): void {
  app.options(`${PLAY_TON_PATH}/*`, { onRequest: limit }, (_request, reply) => reply.code(204).headers(CORS).send())
  app.post(PLAY_TON_RPC_PATH, { bodyLimit: MAX_BYTES, onRequest: limit }, async (request, reply) => {
    const { status, body }: TonReply = await answerTonRpc(api, request.body)
    return reply.code(status).headers(CORS).send(body)
  })
  for (const method of READS)
    app.get(`${PLAY_TON_PATH}/${method}`, { onRequest: limit }, async ({ query }, reply) => {
      const { status, body } = await answerTonCall(api, method, query)
      return reply.code(status).headers(CORS).send(body)
    })
}
