/** JSON-RPC of the play chain, for any external wallet. Play mode only. It uses no login, so any page may call it. */

import type { FastifyInstance } from 'fastify'
import type { JsonRpc } from '../../../chains/evm/json-rpc.ts'
import { answerPublic } from '../../play-chain/public-rpc.ts'
import type { AddressLimit } from '../limit-by-address.ts'

export const PLAY_RPC_PATH = '/play/evm'

const MAX_BYTES = 128 * 1_024
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }

export function servePlayRpc(app: FastifyInstance, rpc: JsonRpc, limit: AddressLimit): void {
  app.options(PLAY_RPC_PATH, { onRequest: limit }, (_request, reply) => reply.code(204).headers(CORS).send())
  app.post(PLAY_RPC_PATH, { bodyLimit: MAX_BYTES, onRequest: limit }, async ({ body }, reply) =>
    reply.headers(CORS).send(await answerPublic(rpc, body)),
  )
}
