/** Two users of a live exchange deposit on both chains, trade with each other, and withdraw; an operator approves and freezes. */

import { parseTonAddress } from '../../src/chains/ton/address.ts'
import type { LiveExchange } from '../fixtures/live-exchange.ts'
import { eventually } from '../fixtures/live-machine.ts'
import { expectStatus, openWithdrawals, paid } from '../fixtures/live-payments.ts'
import { type LiveUser, signUpLive } from '../fixtures/live-user.ts'
import type { Opened } from './live-listings.ts'

export type Traded = ReturnType<typeof openWithdrawals> & {
  readonly ann: LiveUser
  readonly bob: LiveUser
  approve(uuid: string): Promise<void>
  deposits(): number
  /** With ETH on Ethereum. */
  depositAgain(): Promise<void>
}

const ETH = 10n ** 18n
const USDT = 10n ** 6n

/** Throws with what is wrong. */
export async function tradeAndPay(exchange: LiveExchange, { coins, pairs, key }: Opened): Promise<Traded> {
  const { chains, operator } = exchange
  const ann = await signUpLive(exchange, 'ann')
  const bob = await signUpLive(exchange, 'bob')
  await exchange.ageSecondFactors(24 * 60 * 60 * 1_000)
  let deposits = 0

  /** Resolves when the balance is the given one. */
  async function deposit(user: LiveUser, network: 'ethereum' | 'ton', symbol: string, raw: bigint, balance: string) {
    const number = network === 'ton' ? 2 : 1
    const to = await eventually(`a deposit address on ${network}`, () => user.depositTo(coins[symbol] ?? 0, number))
    const kind = symbol === 'USDT' ? 'USDT' : 'coin'
    const address = to.address ?? ''
    if (network === 'ton') await chains.sendTon(parseTonAddress(address)?.raw ?? '', kind, raw, to.memo ?? '')
    else await chains.sendEthereum(address.toLowerCase(), kind, raw)
    const isCredited = async () => (await user.balance(symbol)) === balance
    await eventually(`a deposit of ${symbol} on ${network} is credited`, isCredited)
    deposits += 1
  }

  await deposit(ann, 'ethereum', 'ETH', 2n * ETH, '2')
  await deposit(ann, 'ethereum', 'USDT', 2_000n * USDT, '2000')
  await deposit(bob, 'ton', 'TON', 200n * 10n ** 9n, '200')
  await deposit(bob, 'ton', 'USDT', 3_000n * USDT, '3000')

  const [ethPair = 0, tonPair = 0] = [pairs.ETH, pairs.TON]
  await ann.placeOrder(ethPair, 'sell', '3000', '0.8')
  const bought = await bob.placeOrder(ethPair, 'buy', '3000', '0.5')
  await bob.placeOrder(tonPair, 'sell', '3', '100')
  const other = await ann.placeOrder(tonPair, 'buy', '3', '60')
  if (bought.status !== 'filled' || other.status !== 'filled') throw new Error('the orders of ann and bob did not meet')

  const withdrawals = openWithdrawals(chains, coins)
  const { withdraw } = withdrawals
  const approve = async (uuid: string): Promise<void> => void (await operator('approve', uuid, '--yes', '--key', key))

  // The first of a new account waits for an operator, and the next one does not.
  const newcomer = await withdraw(ann, 'ethereum', '0.1', 'ETH')
  await expectStatus(newcomer, 'review')
  await approve(newcomer.uuid)
  await paid(newcomer)
  await paid(await withdraw(ann, 'ton', '20', 'TON'))
  // Above the limit of the exchange, and on Ethereum also above that of the signer.
  const large = [await withdraw(bob, 'ton', '500', 'USDT'), await withdraw(ann, 'ethereum', '600', 'USDT')]
  for (const each of large) {
    await expectStatus(each, 'review')
    await approve(each.uuid)
    await paid(each)
  }
  // Approved while the network is paused, so that the account is frozen before the payment can begin.
  const stolen = await withdraw(bob, 'ethereum', '0.2', 'ETH')
  await operator('networks', 'pause', 'ethereum')
  await approve(stolen.uuid)
  await operator('freeze', bob.email)
  await operator('networks', 'resume', 'ethereum')
  await paid(await withdraw(ann, 'ethereum', '50', 'USDT'))
  if ((await stolen.arrived()) !== 0n) throw new Error('the withdrawal of a frozen account was paid')
  await expectStatus(stolen, 'processing')
  await operator('unfreeze', bob.email)
  await paid(stolen)
  // Everything is killed as soon as both are accepted.
  const killed = [await withdraw(ann, 'ethereum', '0.05', 'ETH'), await withdraw(bob, 'ton', '10', 'TON')]
  await exchange.killAll()
  await exchange.startSigner()
  await exchange.startServer()
  for (const each of killed) await paid(each)
  return {
    ...withdrawals,
    ann,
    bob,
    approve,
    deposits: () => deposits,
    depositAgain: async () => {
      const before = Number(await ann.balance('ETH'))
      await deposit(ann, 'ethereum', 'ETH', ETH, String(Math.round((before + 1) * 1e8) / 1e8))
    },
  }
}
