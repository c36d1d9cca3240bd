/**
 * Withdrawals on a real chain, with the end of the payer and restarts of the signer at random steps, replaced blocks and
 * replaced payments; kills of the whole server; and parallel requests over one balance.
 */

import { randomUUID } from 'node:crypto'
import type { Units } from '../../src/contract/money.ts'
import type { Withdrawal } from '../../src/engine/exchange.ts'
import { createEarner } from '../fixtures/earner.ts'
import { killAtSteps } from '../fixtures/killed-payments.ts'
import { ETHEREUM, USDT } from '../fixtures/listed-network.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../fixtures/test-payer.ts'
import { randomSeed, roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 30
const WITHDRAWALS = 5
const PARALLEL = 200

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Round = {
  readonly server: TestServer
  readonly payer: TestPayer
  readonly random: () => number
  readonly count: (name: string, by?: number) => void
}

let lastAddress = 0
const newAddress = (): string => `0x${(++lastAddress).toString(16).padStart(8, '0')}${'e'.repeat(32)}`

/** The withdrawals of a new user. Returns what is wrong. */
async function pay({ server, payer, random, count }: Round): Promise<readonly string[]> {
  const { user } = await createEarner(server)
  const made: Withdrawal[] = []
  for (let index = 0; index < WITHDRAWALS; index++) {
    made.push(await payer.request(user, { address: newAddress(), amount: '20' }))
  }
  const isOpen = async (): Promise<boolean> => {
    const states = await Promise.all(made.map(({ id }) => payer.withdrawal(id)))
    return states.some((each) => each?.status !== 'settled' && each?.status !== 'returned')
  }
  while (await isOpen()) {
    let isEnded = false
    await payer.run({
      stuckMillis: random() < 0.3 ? 1 : 1_000_000,
      onStep(step) {
        if (isEnded || random() > 0.1) {
          if (isEnded) throw new Error('this payer has ended')
          return
        }
        isEnded = true
        count(`ends at ${step}`)
        throw new Error(`ended at ${step}`)
      },
    })
    for (let tries = 0; tries < 40 && !isEnded && (await isOpen()); tries++) {
      await payer.mine()
      if (random() < 0.1) {
        count('replaced blocks')
        await payer.anvil.rpc.call('anvil_reorg', [1, []])
      }
      await new Promise((wake) => setTimeout(wake, 20))
    }
    if (random() < 0.3) {
      count('signer restarts')
      payer.signer.reopen()
    }
  }
  const problems: string[] = []
  for (const { address, id } of made) {
    const status = (await payer.withdrawal(id))?.status
    const paid = await payer.tokensOf(address)
    count(`withdrawals ${status}`)
    if (paid !== (status === 'settled' ? 19_000_000n : 0n)) problems.push(`${status} withdrawal ${id} was paid ${paid}`)
  }
  const { held } = await payer.balances(user)
  if (held !== 0n) problems.push(`${held} units of ${user} are still held`)
  return problems
}

/** More requests at once than one balance covers. */
async function requestInParallel({ server, payer, count }: Round): Promise<readonly string[]> {
  const { sequencer } = server.exchange
  const { user } = await createEarner(server)
  const amount = 700_00000000n as Units
  const limit = (10n ** 15n) as Units
  const limits = { daily: [limit, limit] as const, automatic: 0n as Units, newAddresses: limit, hourlyPerCoin: limit }
  const by = { operator: 'test', reason: 'test' }
  await sequencer.submit({ type: 'set-withdrawal-limits', limits, ...by }, () => undefined)
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, () =>
      sequencer.submit(
        {
          type: 'request-withdrawal',
          user,
          clientId: randomUUID(),
          network: ETHEREUM,
          currency: USDT,
          address: newAddress(),
          amount,
          isNewAddress: false,
          review: null,
        },
        (_state, { answer }) => answer.type,
      ),
    ),
  )
  const accepted = answers.filter((type) => type === 'withdrawal').length
  count('parallel requests', PARALLEL)
  count('of these accepted', accepted)
  const balances = await payer.balances(user)
  const isRight = accepted === 14 && balances.free === 200_00000000n && balances.held === 14n * amount
  return isRight
    ? []
    : [`${accepted} of ${PARALLEL} parallel requests were accepted: ${JSON.stringify(balances, text)}`]
}

const text = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

const STEPS = ['before_assign', 'assigned', 'signed', 'stored', 'sent', 'noted', 'final', 'closed'] as const

export const withdrawals: Suite = {
  about: `${ROUNDS} rounds of ${WITHDRAWALS} withdrawals with ends of the payer at random steps, parallel requests, and kills of the server at ${STEPS.length} steps`,
  async run(options, report) {
    const { add, rows } = tally()
    const violations: string[] = []
    const seed = options.seed ?? randomSeed()
    for (const problem of await killAtSteps(STEPS)) {
      violations.push(problem)
      report(problem)
    }
    add('kills of the server', STEPS.length)
    const databases = await startTestDatabases()
    const server = await startTestServer(await databases.newDatabaseUrl())
    const payer = await startTestPayer(server)
    const shared = { server, payer, count: add }
    try {
      for (const round of roundsOf(options, ROUNDS)) {
        const random = randomNumbers(seed + round)
        const problems = [...(await pay({ ...shared, random })), ...(await requestInParallel({ ...shared, random }))]
        for (const problem of problems) {
          const violation = `seed ${seed}, round ${round}: ${problem}`
          violations.push(violation)
          report(violation)
        }
        const open = { daily: [10n ** 15n, 10n ** 15n], automatic: 10n ** 15n, newAddresses: 10n ** 15n }
        const limits = { ...open, hourlyPerCoin: 10n ** 15n } as never
        const by = { operator: 'test', reason: 'test' }
        await server.exchange.sequencer.submit({ type: 'set-withdrawal-limits', limits, ...by }, () => undefined)
      }
    } finally {
      await payer.stop()
      await server.exchange.stop()
      await databases.stop()
    }
    return { rows: rows(), violations }
  },
}
