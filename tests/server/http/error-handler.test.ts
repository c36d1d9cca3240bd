/** What a request is answered when it fails. */

import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { errorHandler } from '../../../src/server/http/error-handler.ts'
import { TakenOver } from '../../../src/server/runtime/errors.ts'
import { quiet } from '../../fixtures/silent-log.ts'

async function answerTo(error: Error) {
  const app = fastify()
  app.setErrorHandler(errorHandler(quiet))
  app.get('/', async () => {
    throw error
  })
  const reply = await app.inject({ url: '/' })
  await app.close()
  return { status: reply.statusCode, code: (reply.json() as { readonly code: string }).code }
}

test('A request to a process that another one has replaced is answered with UNAVAILABLE, so that the client asks again', async () => {
  expect(await answerTo(new TakenOver())).toEqual({ status: 503, code: 'UNAVAILABLE' })
  expect(await answerTo(new Error('an error of the program'))).toEqual({ status: 500, code: 'INTERNAL' })
})
