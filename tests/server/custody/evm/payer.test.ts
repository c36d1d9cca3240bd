/** Payments of withdrawals on a real chain: each is paid or returned exactly once, whatever happens in between. */

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/evm/chain.ts'
import { transferData } from '../../../../src/chains/evm/erc20.ts'
import type { UserId } from '../../../../src/contract/ids.ts'
import { depositReturns, openWithdrawals, unclaimedDeposits } from '../../../../src/engine/exchange.ts'
import type { PaymentStep } from '../../../../src/server/custody/base/payment-step.ts'
import { PLAY_TOKEN } from '../../../../src/server/play-chain/genesis.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { ETH, ETHEREUM, USDT } from '../../../fixtures/listed-network.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const server = setUpTestServer()
let payer: TestPayer
let user: UserId
let number = 0
const newAddress = (): string => `0x${(++number).toString(16).padStart(4, '0')}${'c'.repeat(36)}`

beforeAll(async () => {
  payer = await startTestPayer(server())
})
beforeEach(async () => {
  user = (await createEarner(server())).user
})
afterAll(() => payer?.stop())

const isClosed = async (id: Parameters<TestPayer['withdrawal']>[0]): Promise<boolean> => {
  const status = (await payer.withdrawal(id))?.status
  return status === 'settled' || status === 'returned'
}

test('A withdrawal is signed, sent, mined and settled when its block is final, and pays exactly the amount', async () => {
  await payer.run()
  const address = newAddress()
  const { id } = await payer.request(user, { address, amount: '20' })
  await payer.mineUntil(async () => (await payer.tokensOf(address)) > 0n)
  expect((await payer.withdrawal(id))?.status).toBe('assigned')
  await payer.mineUntil(() => isClosed(id))
  expect(await payer.withdrawal(id)).toMatchObject({ status: 'settled' })
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
  expect(await payer.balances(user)).toEqual({ free: 9_980_00000000n, held: 0n })
})

const STEPS: readonly PaymentStep[] = [
  'before_assign',
  'assigned',
  'signed',
  'stored',
  'sent',
  'noted',
  'final',
  'closed',
]

test('A payer that ends at any of its steps is continued by the next one, and each withdrawal is paid once', async () => {
  const paid: { address: string; id: Parameters<TestPayer['withdrawal']>[0] }[] = []
  for (const step of STEPS) {
    let ended = false
    await payer.run({
      onStep(reached) {
        if (ended) throw new Error('this process has ended')
        if (reached !== step) return
        ended = true
        throw new Error(`ended at ${step}`)
      },
    })
    const address = newAddress()
    const { id } = await payer.request(user, { address, amount: '20' })
    paid.push({ address, id })
    await payer.mineUntil(async () => ended)
    payer.signer.reopen()
  }
  await payer.run()
  await payer.mineUntil(async () => (await Promise.all(paid.map(({ id }) => isClosed(id)))).every(Boolean))
  for (const { address, id } of paid) {
    expect((await payer.withdrawal(id))?.status).toBe('settled')
    expect(await payer.tokensOf(address)).toBe(19_000_000n)
  }
  expect(await payer.balances(user)).toEqual({ free: (10_000n - 8n * 20n) * 10n ** 8n, held: 0n })
})

test('A payment that no block takes is replaced with higher fees, also when the process ends in between', async () => {
  for (const step of ['replacement_signed', 'replacement_stored', undefined] as const) {
    const address = newAddress()
    let ended = false
    const stuck = (reached: PaymentStep): void => {
      if (ended || reached !== step) return
      ended = true
      throw new Error(`ended at ${step}`)
    }
    await payer.run({ stuckMillis: 100, onStep: stuck })
    const { id } = await payer.request(user, { address, amount: '20' })
    const versions = async (): Promise<number> => {
      const { rows } = await payer.database.pool.query(
        'select count(*)::int as n from payment_versions v join payments p on p.id = v.payment_id where p.withdrawal_id = $1',
        [id],
      )
      return rows[0].n
    }
    // No block is made until there are two versions.
    await expect.poll(versions).toBeGreaterThan(1)
    await payer.mineUntil(() => isClosed(id))
    expect(await payer.tokensOf(address)).toBe(19_000_000n)
    expect(await versions()).toBeLessThanOrEqual(6)
  }
})

test('The fees of a payment that no block takes are not raised above four times the present price', async () => {
  const address = newAddress()
  await payer.run()
  const { id } = await payer.request(user, { address, amount: '20' })
  const versions = async () => {
    const text =
      'select v.max_fee from payment_versions v join payments p on p.id = payment_id where withdrawal_id = $1'
    return (await payer.database.pool.query<{ max_fee: bigint }>(text, [id])).rows
  }
  await eventually(async () => (await versions()).length === 1)
  const [first] = await versions()
  const fees = async () => ({ maxFee: (first?.max_fee ?? 0n) / 5n, tip: 1n })
  const { addresses, chain } = payer.network
  await payer.run({ stuckMillis: 0, network: { ...payer.network, addresses, chain: { ...chain, fees } } })
  await payer.severalRounds()
  expect(await versions()).toEqual([first])
  await payer.mineUntil(() => isClosed(id))
})

test('A reorganisation that drops a payment does not lose it: it is sent again and paid once', async () => {
  await payer.run()
  const address = newAddress()
  const { id } = await payer.request(user, { address, amount: '20' })
  await payer.mineUntil(async () => (await payer.tokensOf(address)) > 0n)
  await payer.anvil.rpc.call('anvil_reorg', [1, []])
  await payer.mineUntil(() => isClosed(id))
  expect((await payer.withdrawal(id))?.status).toBe('settled')
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
})

test('A payment that would fail goes to review before it gets a nonce', async () => {
  await payer.run()
  // The token refuses the zero address; the engine does not check addresses.
  const { id } = await payer.request(user, { address: `0x${'0'.repeat(40)}`, amount: '20' })
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'review')
  expect(await payer.withdrawal(id)).toMatchObject({ review: 'would_fail', payment: null })
  await server().exchange.sequencer.submit(
    { type: 'reject-withdrawal', withdrawal: id, operator: 'test', reason: 'test' },
    () => undefined,
  )
})

test.each([
  ['the amount is above the limit', 'large_amount'],
  ['the approval is not valid', 'approval_missing'],
  ['the address cannot receive withdrawals', 'would_fail'],
  ['the withdrawal has another payment', 'would_fail'],
])('A withdrawal for which %s goes to review, and the next one of its coin is paid', async (reason, review) => {
  const [refused, address] = [newAddress(), newAddress()]
  const { answer } = payer.signer
  // Also for a payer of the test before that ends its last round.
  using _ = vi
    .spyOn(payer.signer, 'answer')
    .mockImplementation((request) =>
      request.call === 'check' && 'to' in request.input && request.input.to === refused
        ? Promise.resolve({ id: request.id, refused: reason })
        : answer(request),
    )
  payer.run()
  const first = await payer.request(user, { address: refused, amount: '20' })
  const second = await payer.request(user, { address, amount: '20' })
  await payer.mineUntil(() => isClosed(second.id))
  expect(await payer.withdrawal(first.id)).toMatchObject({ status: 'review', review, payment: null })
  const by = { operator: 'test', reason: 'test' }
  await server().exchange.sequencer.submit({ type: 'reject-withdrawal', withdrawal: first.id, ...by }, () => undefined)
})

test('A payment that reverts in a final block is returned to the user, and its fee is booked', async () => {
  const address = newAddress()
  await payer.run({ stuckMillis: 1_000_000 })
  const { id } = await payer.request(user, { address, amount: '20' })
  await expect.poll(async () => (await payer.withdrawal(id))?.status).toBe('assigned')
  // Its block is the first without tokens in the hot wallet: anvil changes the balance in the storage of the token.
  await payer.withoutTokens(async () => {
    await payer.mineUntil(() => isClosed(id))
  })
  expect(await payer.withdrawal(id)).toMatchObject({ status: 'returned' })
  expect(await payer.tokensOf(address)).toBe(0n)
  expect(await payer.balances(user)).toEqual({ free: 10_000_00000000n, held: 0n })
})

/** Ends the payer when it has assigned the payment. */
async function assigned(address: string) {
  let isEnded = false
  await payer.run({
    onStep(step) {
      if (step === 'assigned') isEnded = true
      if (isEnded) throw new Error('ended')
    },
  })
  const { id } = await payer.request(user, { address, amount: '20' })
  await expect.poll(async () => (await payer.withdrawal(id))?.status).toBe('assigned')
  return id
}

/** A transaction of the hot wallet that this exchange did not make. */
async function payElsewhere(transaction: { to: string; data?: string }): Promise<void> {
  await payer.anvil.rpc.call('anvil_impersonateAccount', [payer.hot])
  await payer.anvil.rpc.call('eth_sendTransaction', [{ from: payer.hot, value: '0x0', ...transaction }])
  await payer.mine()
  await payer.anvil.rpc.call('anvil_stopImpersonatingAccount', [payer.hot])
}

async function setPaused(paused: boolean): Promise<void> {
  const by = { operator: 'test', reason: 'test' }
  await server().exchange.sequencer.submit(
    { type: 'set-network-paused', network: ETHEREUM, paused, ...by },
    () => undefined,
  )
}

test('A nonce that another transaction used returns the withdrawal with the proof, but not while the network is paused', async () => {
  const address = newAddress()
  const id = await assigned(address)
  // It has a version, as after a kill before it was sent.
  const running = await payer.run({
    onStep(step) {
      if (step !== 'stored') return
      void running.stop()
      throw new Error('ended')
    },
  })
  const stored = async (): Promise<number> => {
    const { rowCount } = await payer.database.pool.query(
      'select from payment_versions v join payments p on p.id = v.payment_id where p.withdrawal_id = $1',
      [id],
    )
    return rowCount ?? 0
  }
  await expect.poll(stored).toBe(1)
  await setPaused(true)
  await payElsewhere({ to: payer.hot })
  await payer.run()
  await payer.mine(4)
  await payer.severalRounds()
  expect(await payer.withdrawal(id)).toMatchObject({ status: 'assigned' })
  expect(await stored()).toBe(1)
  await setPaused(false)
  await payer.mineUntil(() => isClosed(id))
  expect(await payer.withdrawal(id)).toMatchObject({ status: 'returned' })
  expect(await payer.tokensOf(address)).toBe(0n)
  expect(await payer.balances(user)).toEqual({ free: 10_000_00000000n, held: 0n })
})

test('A transaction with the nonce and the exact effect of a payment settles it, also if its version is unknown', async () => {
  const address = newAddress()
  const id = await assigned(address)
  await payElsewhere({ to: PLAY_TOKEN, data: transferData(address, 19_000_000n) })
  await payer.run()
  await payer.mineUntil(() => isClosed(id))
  expect(await payer.withdrawal(id)).toMatchObject({ status: 'settled' })
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
  expect(await payer.balances(user)).toEqual({ free: 9_980_00000000n, held: 0n })
})

test('Lost rows of signed versions are restored from the signer, and their payment is not returned', async () => {
  await payer.run()
  const address = newAddress()
  const { id } = await payer.request(user, { address, amount: '20' })
  await payer.mineUntil(async () => (await payer.tokensOf(address)) > 0n)
  await (await payer.run({ pollMillis: 1_000_000 })).stop()
  await payer.database.pool.query('delete from payment_versions where payment_id = (select max(id) from payments)')
  await payer.mine(3)
  await payer.run()
  await payer.mineUntil(() => isClosed(id))
  expect((await payer.withdrawal(id))?.status).toBe('settled')
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
})

let position = 100n

/** An unclaimed deposit of 5 USDT that an operator returns. The books have nothing on this chain: only payments count. */
async function returnDeposit(address: string): Promise<void> {
  const { sequencer } = server().exchange
  const at = { stream: 'evm:ethereum:1', txid: `0x${++position}`, part: 0 }
  const credit = { ...at, position, currency: USDT, raw: 5_000_000n, to: 'unclaimed', address: '0x1' } as const
  await sequencer.submit(
    { type: 'credit-deposits', network: ETHEREUM, stream: at.stream, credits: [credit] },
    () => undefined,
  )
  const command = { type: 'return-unclaimed', ...at, address, operator: 'olga', reason: 'a test' } as const
  await sequencer.submit(command, () => undefined)
}
const returns = () => server().exchange.sequencer.read(depositReturns)
const unclaimed = () => server().exchange.sequencer.read(unclaimedDeposits)

test('A deposit that an operator returns is paid once, also by a payer that ends at any of its steps', async () => {
  for (const step of STEPS) {
    const address = newAddress()
    let ended = false
    await payer.run({
      onStep(reached) {
        if (ended || reached !== step) return
        ended = true
        throw new Error(`ended at ${step}`)
      },
    })
    await returnDeposit(address)
    await payer.mineUntil(async () => ended && (await returns()).length === 0)
    await payer.mine(3)
    expect([step, await payer.tokensOf(address)]).toEqual([step, 5_000_000n])
  }
  expect(await unclaimed()).toEqual([])
})

test('A deposit whose return would fail is unclaimed again', async () => {
  await payer.run()
  await returnDeposit(`0x${'0'.repeat(40)}`)
  await payer.mineUntil(async () => (await unclaimed()).length === 1)
  expect(await returns()).toEqual([])
  expect(await payer.openPayments()).toBe(0)
})

test('A withdrawal of a token whose balance cannot be read waits, and those of other coins are paid', async () => {
  const { network } = payer
  const chain = {
    ...network.chain,
    async tokenBalance(): Promise<bigint> {
      throw new ChainUnavailable('execution reverted')
    },
  }
  const { sequencer } = server().exchange
  const credit = {
    position: ++position,
    txid: '0x1',
    part: 0,
    currency: ETH,
    raw: 10n ** 18n,
    to: user,
    address: '0x1',
  } as const
  await sequencer.submit(
    { type: 'credit-deposits', network: ETHEREUM, stream: 'evm:ethereum:1', credits: [credit] },
    () => undefined,
  )
  await payer.run({ network: { ...network, addresses: network.addresses, chain } })
  const [waiting, paid] = [
    await payer.request(user, { address: newAddress(), amount: '20' }),
    await payer.request(user, { address: newAddress(), amount: '0.1', currency: ETH }),
  ]
  await payer.mineUntil(() => isClosed(paid.id))
  expect(await payer.withdrawal(waiting.id)).toMatchObject({ status: 'approved', payment: null })
  await payer.run()
  await payer.mineUntil(() => isClosed(waiting.id))
})

test('A withdrawal that the hot wallet cannot pay stays approved until it is funded', async () => {
  await payer.run()
  const sequencer = server().exchange.sequencer
  const address = newAddress()
  await payer.withoutTokens(async () => {
    const { id } = await payer.request(user, { address, amount: '20' })
    await payer.mine(2)
    await payer.severalRounds()
    expect(await payer.withdrawal(id)).toMatchObject({ status: 'approved', payment: null })
  })
  await payer.mineUntil(async () => (await sequencer.read(openWithdrawals)).length === 0)
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
})
