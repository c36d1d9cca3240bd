/** `kill -9` of the real server between a claim and its answer: the reward is paid once, and the retry says so. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { api, EARN_TOKEN_HEADER, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody, ReplyOf } from '../../../src/contract/call.ts'
import { audit } from '../../../src/server/tools/audit.ts'
import { COPIED_TABLES } from '../../../src/server/tools/rebuild-read-models.ts'
import { replayStored } from '../../../src/server/tools/replay.ts'
import { openStoredExchange } from '../../../src/server/tools/stored-exchange.ts'
import { scratchDataDir } from '../../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../../fixtures/server-process.ts'

const ROUNDS = 6
const QUIZ = 3
const folder = scratchDataDir()
let server: RunningServer | undefined
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

type Name = 'claimDaily' | 'completeTask' | 'rewards' | 'earnProfile'

async function ask<N extends Name>(address: string, access: string, name: N, body?: object) {
  const { base, method, path } = api[name]
  const reply = await fetch(address + base + path, {
    method,
    headers: { 'content-type': 'application/json', [EARN_TOKEN_HEADER]: `Bearer ${access}` },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  return (await reply.json()) as ReplyOf<(typeof api)[N]> & ErrorBody
}

async function signUp(address: string): Promise<string> {
  const reply = await fetch(address + EXCHANGE_BASE + api.register.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'correct horse' }),
  })
  return ((await reply.json()) as Tokens).access
}

/** Some kills come before the commit and some after; the retry must be right in both cases. */
test('After a kill between a claim and its answer the retry pays or describes the first payment, never a second one', async () => {
  const port = await freePort()
  server = await startServer(folder, port)
  for (let round = 0; round < ROUNDS; round++) {
    const { address } = server
    const access = await signUp(address)
    const claims = [
      ask(address, access, 'claimDaily'),
      ask(address, access, 'completeTask', { task_id: QUIZ, answers: [1, 1, 0] }),
    ].map((claim) => claim.catch(() => undefined))
    await sleep(round * 3)
    await server.kill()
    const answered = await Promise.all(claims)
    server = await startServer(folder, port)
    const daily = await ask(server.address, access, 'claimDaily')
    const task = await ask(server.address, access, 'completeTask', { task_id: QUIZ, answers: [1, 1, 0] })
    expect(daily).toMatchObject({ days_check_in: 1, reward_amount: 10 })
    if (answered[0] !== undefined) expect(daily.status).toBe('cooldown')
    if (answered[1] !== undefined) expect(task.code).toBe('ALREADY_COMPLETED')
    const { rewards } = await ask(server.address, access, 'rewards')
    expect(rewards.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
      ['daily', '10'],
      ['task', '50'],
    ])
    expect(await ask(server.address, access, 'earnProfile')).toMatchObject({ balance: 60 })
  }
  await server.stop()
  server = undefined
  const exchange = await openStoredExchange({ dataDir: folder, databaseUrl: undefined }, COPIED_TABLES)
  try {
    expect((await audit(exchange)).problem).toBeUndefined()
    expect((await replayStored(exchange, true)).problem).toBeUndefined()
  } finally {
    await exchange.close()
  }
})
