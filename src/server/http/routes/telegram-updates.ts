/** The webhook of the Telegram bot. The secret is in a header, not in the path. */

import type { FastifyInstance } from 'fastify'
import { refuse } from '../../../contract/refusals.ts'
import type { Bot } from '../../telegram-bot/bot.ts'
import { errorBody } from '../error-handler.ts'
import { refused } from '../serve.ts'

const WEBHOOK_PATH = '/telegram/updates'
/** Enough for a message that contains the message it replies to and a keyboard. */
const MAX_BYTES = 256 * 1_024

export function serveBotUpdates(app: FastifyInstance, receive: NonNullable<Bot['receive']>): void {
  app.post(WEBHOOK_PATH, { bodyLimit: MAX_BYTES }, async ({ headers, body }, reply) => {
    const received = await receive(headers['x-telegram-bot-api-secret-token'], body)
    if (received === 'handled') return {}
    if (received === 'not ready') return refused(reply.header('retry-after', 1), refuse('UNAVAILABLE'))
    return received === 'wrong secret' ? refused(reply, refuse('UNAUTHORIZED')) : reply.code(400).send(errorBody(400))
  })
}
