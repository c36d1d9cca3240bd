/** The history of every user adds up to what the ledger says: nothing that changes a balance is missing from it. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CurrencyId, NetworkId, PairId, UserId } from '../../../src/contract/ids.ts'
import { type Lots, parseUnits, type Ticks, type Units, ZERO } from '../../../src/contract/money.ts'
import type { TransactionView } from '../../../src/contract/transactions/views.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import { type Command, currencies, free, held, markets, type State } from '../../../src/engine/exchange.ts'
import { random } from '../../../src/server/play/random.ts'
import { query } from '../../../src/server/postgres/query.ts'
import type { Tables } from '../../../src/server/postgres/tables.ts'
import { historyPage } from '../../../src/server/transactions/history.ts'
import { transactionsPage } from '../../../src/server/wire/transaction.ts'
import { withDatabase } from '../../fixtures/liabilities.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { accounts, listings, randomCommand, USERS } from '../../simulation/simulated-traders.ts'

/** Without coins of its own. */
const server = setUpTestServer({ ...LIVE_MODE, RATE_LIMITS: 'on' })
const ROUNDS = 25
const COMMANDS_PER_ROUND = 600
const AT_ONCE = 20
const HOUR = 60 * 60_000

type Sums = Map<string, bigint>
type Fill = Tables['fills']

const add = (sums: Sums, user: string, currency: number, amount: bigint): unknown =>
  sums.set(`${user} ${currency}`, (sums.get(`${user} ${currency}`) ?? 0n) + amount)

/** Those of the simulation are no addresses. */
const ADDRESSES = new Map([
  ['0x', `0x${'a'.repeat(40)}`],
  ['0:', `0:${'a'.repeat(64)}`],
])

/** The command with the users of the round, and transfers that no earlier round had. */
function ofRound(command: Command, round: number, users: readonly UserId[]): Command {
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each)]))
    if (typeof value !== 'string') return value
    return users[USERS.indexOf(value as UserId)] ?? ADDRESSES.get(value) ?? value
  }
  const own = renamed(command) as Command
  if (own.type === 'open-account') return { ...own, referralCode: (own.referralCode ?? 0) + round * USERS.length }
  if (own.type !== 'credit-deposits' || !own.stream.startsWith('evm:')) return own
  const moved = own.credits.map((each) => ({
    ...each,
    position: each.position + BigInt(round * 300),
    txid: `${round} ${each.txid}`,
  }))
  return { ...own, credits: moved }
}

/** The books of the simulation are too thin for conversions through a third coin: the maker buys ETH and sells BTC. */
const MAKER = randomUUID() as UserId
const openMaker: Command = {
  type: 'open-account',
  user: MAKER,
  kind: 'user',
  referralCode: null,
  referrer: null,
  grants: ([1, 2, 3] as CurrencyId[]).map((currency) => ({ currency, amount: (10n ** 16n) as Units })),
}
const makerOrder = (id: string, pair: 1 | 2): Command => ({
  type: 'place-order',
  user: MAKER,
  clientId: `${id} ${pair}`,
  pair: pair as PairId,
  side: pair === 1 ? 'sell' : 'buy',
  terms: {
    type: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    price: (pair === 1 ? 1_013 : 987) as Ticks,
    quantity: (pair === 1 ? 1_000 : 40) as Lots,
  },
  validUntil: server().now() + 60_000,
})

/** 0.1 ETH, about 99 USDT. */
const throughUsdt = (round: number, number: number): Command => ({
  type: 'convert',
  user: USERS[number % USERS.length] as UserId,
  clientId: `through ${round} ${number}`,
  from: 3 as CurrencyId,
  to: 2 as CurrencyId,
  spread: 5_000,
  minTo: 1n as Units,
  fromAmount: 10_000_000n as Units,
  validUntil: server().now() + 60_000,
})

/** From 0.0001 to 0.02 USDT, at places that the chain of the simulation does not reach. */
const smallDeposits = (round: number): Command => ({
  type: 'credit-deposits',
  network: 1 as NetworkId,
  stream: 'evm:testnet:1',
  credits: Array.from({ length: 30 }, (_, number) => ({
    position: BigInt(250 + number),
    txid: `small ${round} ${number}`,
    part: 0,
    currency: 1 as CurrencyId,
    raw: BigInt(100 + 700 * number),
    to: USERS[number % 3] as UserId,
    address: '0x',
  })),
})

/** Pays what the simulation only requests, because it guesses ids. */
async function payOne(state: State, submit: (command: Command) => Promise<unknown>): Promise<void> {
  const waiting = [...state.withdrawals.byId.values()].find(
    ({ status, network }) => status === 'approved' && network === 1,
  )
  if (waiting !== undefined)
    await submit({
      type: 'assign-payment',
      network: waiting.network,
      purpose: { kind: 'withdrawal', withdrawal: waiting.id },
    })
  const open = [...state.payments.open.values()].find(({ network }) => network === 1)
  if (open !== undefined) await submit({ type: 'settle-payment', payment: open.id, txid: `paid ${open.id}`, gas: 1n })
}

async function simulateRound(round: number, users: readonly UserId[]): Promise<void> {
  const { sequencer } = server().exchange
  const dice = random(round + 1)
  const submit = (command: Command) => sequencer.submit(ofRound(command, round, users), (_, { answer }) => answer)
  for (const command of accounts(dice)) await submit(command)
  const state = await sequencer.read((each) => each)
  for (let sent = 0; sent < COMMANDS_PER_ROUND; sent += AT_ONCE) {
    const id = (index: number) => `${round} ${sent + index}`
    for (const pair of [1, 2] as const) await submit(makerOrder(id(0), pair))
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        submit(
          index === 0
            ? throughUsdt(round, sent / AT_ONCE)
            : randomCommand(dice, id(index), sequencer.seq, server().now(), state),
        ),
      ),
    )
    await payOne(state, submit)
    server().advanceClock(HOUR)
  }
  await submit(smallDeposits(round))
}

const OPEN_FILLS = `select fills.* from fills join orders on orders.id = order_id
  where status in ('open', 'partially_filled')`

/** As a user adds up the rows of the history. Withdrawals that are not paid yet are still in the balance, held. */
function addRow(sums: Sums, user: string, view: TransactionView, idOf: (symbol: string | null) => CurrencyId): void {
  const units = (text: string | null): Units => (text === null ? ZERO : expectDefined(parseUnits(text), text))
  const { type, status, currency_symbol: symbol, amount } = view
  if (status !== 'completed') return
  if (type === 'withdrawal' || type === 'convert' || type === 'trade') add(sums, user, idOf(symbol), -units(amount))
  else add(sums, user, idOf(symbol), units(amount))
  if (view.to_amount !== null) add(sums, user, idOf(view.to_currency_symbol), units(view.to_amount))
  if (view.change !== null) add(sums, user, idOf(view.change_symbol), units(view.change))
}

test('The sum of the history of each of 200 simulated users is the balance, for every currency', async () => {
  const { sequencer } = server().exchange
  const sums: Sums = new Map()
  for (const command of [...listings(), openMaker]) await sequencer.submit(command, () => undefined)
  const users = Array.from({ length: ROUNDS * USERS.length }, () => randomUUID() as UserId)
  for (let round = 0; round < ROUNDS; round++)
    await simulateRound(round, users.slice(round * USERS.length, (round + 1) * USERS.length))

  const counts: Record<string, number> = { open: 0, change: 0, small: 0 }
  await withDatabase(server(), async (database) => {
    const behind = 'select name from projection_positions where seq < $1'
    await expect.poll(() => query(database.pool, behind, [sequencer.seq]), { timeout: 60_000 }).toEqual([])
    const state = await sequencer.read((each) => each)
    const idOf = (symbol: string | null) =>
      expectDefined([...currencies(state)].find((each) => each.symbol === symbol)?.id, `${symbol} is listed`)
    const pairs = new Map([...markets(state)].map(({ pair }) => [pair.id, pair]))
    // What an order has filled is in the history when it is closed.
    for (const { user_id, pair_id, side, quantity, total, fee } of await query<Fill>(database.pool, OPEN_FILLS)) {
      const { base, quote, lot } = expectDefined(pairs.get(pair_id), 'the pair is listed')
      const [received, paid] = side === 'buy' ? [base.id, quote.id] : [quote.id, base.id]
      const lots = BigInt(quantity) * lot
      add(sums, user_id, received, (side === 'buy' ? lots : total) - fee)
      add(sums, user_id, paid, side === 'buy' ? -total : -lots)
      counts.open = (counts.open ?? 0) + 1
    }
    const deps = { database, sequencer, historyKey: Buffer.alloc(32), projector: { waitFor: async () => true } }
    for (const user of users) {
      const page = await historyPage(deps, user, { type: 'all', offset: 0, limit: 10_000 })
      for (const view of transactionsPage(page).history) {
        addRow(sums, user, view, idOf)
        const what = `${view.type} ${view.status}`
        counts[what] = (counts[what] ?? 0) + 1
        if (view.change !== null) counts.change = (counts.change ?? 0) + 1
        if (view.count !== null) counts.small = (counts.small ?? 0) + view.count
      }
    }
    const wrong: unknown[] = []
    for (const user of users)
      for (const { id, symbol } of currencies(state)) {
        const [history, ledger] = [sums.get(`${user} ${id}`) ?? 0n, free(state, user, id) + held(state, user, id)]
        if (history !== ledger) wrong.push({ user, symbol, history, ledger })
      }
    expect(wrong).toEqual([])
  })
  for (const what of [
    'welcome completed',
    'trade completed',
    'change',
    'small',
    'convert completed',
    'deposit completed',
    'withdrawal completed',
  ])
    expect([what, counts[what] ?? 0]).toEqual([what, expect.toSatisfy((count: number) => count > 20)])
  for (const what of ['open', 'reward completed', 'referral completed', 'withdrawal processing', 'withdrawal failed'])
    expect([what, counts[what] ?? 0]).toEqual([what, expect.toSatisfy((count: number) => count > 0)])
}, 240_000)
