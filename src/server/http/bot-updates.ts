/** Where Telegram brings what is said to the bot. The path holds no secret: a header does. */

import type { FastifyInstance } from 'fastify'
import { refuse } from '../../contract/refusals.ts'
import type { Bot } from '../telegram/bot.ts'
import { words } from './failure.ts'
import { refused } from './serve.ts'

export const WEBHOOK_PATH = '/telegram/updates'
/** A message with the message it answers, and a keyboard. */
const MOST_BYTES = 256 * 1_024

export function serveBotUpdates(app: FastifyInstance, receive: NonNullable<Bot['receive']>): void {
  app.post(WEBHOOK_PATH, { bodyLimit: MOST_BYTES }, async ({ headers, body }, reply) => {
    const received = await receive(headers['x-telegram-bot-api-secret-token'], body)
    if (received === 'taken') return {}
    if (received === 'later') return refused(reply.header('retry-after', 1), refuse('UNAVAILABLE'))
    return received === 'foreign' ? refused(reply, refuse('UNAUTHORIZED')) : reply.code(400).send(words(400))
  })
}
