/** Transfers that look like deposits: what is not there is never credited. Real contracts on a real chain. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrencyId, UserId } from '../../../../src/contract/ids.ts'
import { parseUnits, type Units } from '../../../../src/contract/money.ts'
import { rawOfUnits } from '../../../../src/contract/wallet/networks.ts'
import { ETHEREUM } from '../../../../src/server/deposits/default-networks.ts'
import { type ChainWorld, call, type Sent, startChainWorld } from '../../../fixtures/chain-world.ts'
import { compileSolidity } from '../../../fixtures/compile.ts'

const codes = compileSolidity(readFileSync(join(import.meta.dirname, '../../../fixtures/tokens.sol'), 'utf8'))
const code = (name: string): string => `0x${codes.get(name)}`
const units = (text: string): Units => parseUnits(text) as Units

const ETH = 3 as CurrencyId
/** Listed for the test: each is a token of its own. */
const [HONEST, LIAR, FEE, FALSE, ODD] = [2, 4, 5, 8, 7] as CurrencyId[] as [
  CurrencyId,
  CurrencyId,
  CurrencyId,
  CurrencyId,
  CurrencyId,
]
const ONE = 10n ** 18n

let world: ChainWorld
let contracts: Readonly<Record<'honest' | 'liar' | 'fee' | 'false' | 'odd' | 'other' | 'payer', string>>

beforeAll(async () => {
  world = await startChainWorld()
  const honest = await world.deploy(code('Honest'))
  const [liar, fee, falseReturner, odd] = [
    await world.deploy(code('Liar')),
    await world.deploy(code('FeeTaker')),
    await world.deploy(code('FalseReturner')),
    await world.deploy(code('OddLogs')),
  ]
  contracts = {
    honest,
    liar,
    fee,
    false: falseReturner,
    odd,
    other: await world.deploy(code('Honest')),
    payer: await world.deploy(code('Payer')),
  }
  await world.send({ to: contracts.payer, value: 100n * ONE })
  await world.send({ to: honest, data: call('transfer(address to, uint256 value)', [contracts.payer, ONE / 100n]) })
  await world.send({ to: honest, data: call('approve(address spender, uint256 value)', [world.sender, ONE]) })
  await world.mine()
  for (const [currency, contract] of [
    [HONEST, honest],
    [LIAR, liar],
    [FEE, fee],
    [FALSE, falseReturner],
    [ODD, odd],
  ] as const)
    await world.execute({
      type: 'set-network-asset',
      network: ETHEREUM,
      operator: 'test',
      reason: 'test',
      asset: {
        currency,
        contract,
        decimals: 18,
        minDeposit: units('0.00001'),
        withdrawFee: 0n as Units,
        minWithdraw: units('1'),
        maxWithdraw: units('10'),
        deposits: 'open',
        withdrawals: 'open',
        notice: '',
      },
    })
  await world.watch()
})

afterAll(() => world?.stop())

const transfer = (to: string, value: bigint): string => call('transfer(address to, uint256 value)', [to, value])
const MILLI = ONE / 1_000n

type Case = {
  readonly what: string
  readonly currency: CurrencyId
  readonly sent: (address: string) => Sent
  readonly credited: string
}

const none = '0'
const coin = (what: string, sent: Case['sent'], credited: string): Case => ({ what, currency: ETH, sent, credited })
const token = (what: string, currency: CurrencyId, sent: Case['sent'], credited: string): Case => ({
  what,
  currency,
  sent,
  credited,
})

const odd = (method: string, what: string): Case =>
  token(
    what,
    ODD,
    (to) => ({ to: contracts.odd, data: call(`${method}(address to, uint256 value)`, [to, MILLI]) }),
    none,
  )
const payer = (method: string, what: string, credited: string): Case =>
  coin(
    what,
    (to) => ({ to: contracts.payer, data: call(`${method}(address to, uint256 value)`, [to, MILLI]) }),
    credited,
  )

const cases: readonly Case[] = [
  coin('a transfer of the coin is credited', (to) => ({ to, value: MILLI }), '0.001'),
  coin('a transfer of less than 10⁻⁸ more is rounded down', (to) => ({ to, value: MILLI + 1n }), '0.001'),
  coin('a transfer below the minimum is not credited', (to) => ({ to, value: MILLI - 1n }), none),
  coin('a transfer of 0 is not credited', (to) => ({ to, value: 0n }), none),
  payer('pay', 'a payment inside a call of a contract is credited', '0.001'),
  payer('payAndRevert', 'a payment in a reverted transaction is not credited', none),
  payer('payInRevertedCall', 'a payment below a reverted call is not credited', none),
  coin(
    'a value that is passed by delegatecall is not credited',
    (to) => ({ to: contracts.payer, value: MILLI, data: call('delegate(address to)', [to]) }),
    none,
  ),
  coin(
    'the balance of a contract that ends itself is credited',
    (to) => ({ to: contracts.payer, value: MILLI, data: call('bequeath(address to)', [to]) }),
    '0.001',
  ),
  token(
    'a transfer of a token without return value is credited',
    HONEST,
    (to) => ({ to: contracts.honest, data: transfer(to, MILLI) }),
    '0.001',
  ),
  token(
    'a transferFrom is credited',
    HONEST,
    (to) => ({
      to: contracts.honest,
      data: call('transferFrom(address from, address to, uint256 value)', [world.sender, to, MILLI]),
    }),
    '0.001',
  ),
  token(
    'two transfers in one transaction are both credited',
    HONEST,
    (to) => ({ to: contracts.honest, data: call('transferTwice(address to, uint256 value)', [to, MILLI]) }),
    '0.002',
  ),
  token(
    'a transfer by a contract is credited',
    HONEST,
    (to) => ({
      to: contracts.payer,
      data: call('forwardOwnToken(address token, address to, uint256 value)', [contracts.honest, to, MILLI]),
    }),
    '0.001',
  ),
  token(
    'a transfer without balance is not credited',
    HONEST,
    (to) => ({ to: contracts.honest, data: transfer(to, 10n ** 30n) }),
    none,
  ),
  token(
    'a transfer with too little gas is not credited',
    HONEST,
    (to) => ({ to: contracts.honest, data: transfer(to, MILLI), gas: 30_000n }),
    none,
  ),
  token(
    'a token transfer in a reverted transaction is not credited',
    HONEST,
    (to) => ({
      to: contracts.payer,
      data: call('forwardToken(address token, address to, uint256 value)', [contracts.honest, to, MILLI]),
    }),
    none,
  ),
  token(
    'a token transfer below a reverted call is not credited',
    HONEST,
    (to) => ({
      to: contracts.payer,
      data: call('tokenInRevertedCall(address token, address to, uint256 value)', [contracts.honest, to, MILLI]),
    }),
    none,
  ),
  token(
    'a transfer of 0 of a token is not credited',
    ODD,
    (to) => ({ to: contracts.odd, data: call('zero(address to)', [to]) }),
    none,
  ),
  token(
    'a token that is not listed is not credited',
    HONEST,
    (to) => ({ to: contracts.other, data: transfer(to, MILLI) }),
    none,
  ),
  token(
    'a log without a transfer is not credited',
    LIAR,
    (to) => ({ to: contracts.liar, data: transfer(to, MILLI) }),
    none,
  ),
  token(
    'a log of more than any coin has is not credited',
    LIAR,
    (to) => ({ to: contracts.liar, data: transfer(to, 2n ** 256n - 1n) }),
    none,
  ),
  token(
    'a token that takes a fee is not credited to the user',
    FEE,
    (to) => ({ to: contracts.fee, data: transfer(to, MILLI) }),
    none,
  ),
  token(
    'a token that answers false is not credited',
    FALSE,
    (to) => ({ to: contracts.false, data: transfer(to, MILLI) }),
    none,
  ),
  odd('plain', 'a log with parameters that are not indexed is not credited'),
  odd('fourTopics', 'a log with four topics is not credited'),
  odd('longData', 'a log with too much data is not credited'),
  odd('highBits', 'a log with more than an address in a topic is not credited'),
  odd('otherEvent', 'a log of another event is not credited'),
]

test('Of transfers that look like deposits, exactly what arrived is credited', async () => {
  const users: UserId[] = []
  for (const { sent } of cases) {
    const user = await world.newUser()
    users.push(user.id)
    await world.send(sent(user.address))
  }
  await world.mine(3)
  await world.settled()
  const credited = await Promise.all(
    cases.map(async ({ what, currency }, index) => [what, await world.balance(users[index] as UserId, currency)]),
  )
  expect(credited).toEqual(cases.map(({ what, credited: expected }) => [what, units(expected)]))
})

test('A token that takes a fee is booked to unclaimed with what arrived', async () => {
  expect(await world.balance('unclaimed', FEE)).toBe(units('0.0009'))
  expect(await world.balance('unclaimed', LIAR)).toBe(0n)
})

test('The books agree with the chain for every listed coin', async () => {
  const own = [...(world.network.addresses?.all() ?? [])].map(({ address }) => address)
  const listed = world.network.listed()
  for (const [currency, asset] of listed?.assets ?? []) {
    let held = 0n
    for (const address of own)
      held += await (asset.contract === null
        ? world.network.chain.balance(address, 'latest')
        : world.network.chain.tokenBalance(asset.contract, address, 'latest'))
    const booked =
      rawOfUnits(-(await world.balance('chain', currency)) as Units, asset.decimals) + (listed?.dust(currency) ?? 0n)
    expect([currency, held]).toEqual([currency, booked])
  }
})
