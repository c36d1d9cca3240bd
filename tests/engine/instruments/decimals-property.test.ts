/** Deposits, trades, conversions, commissions and withdrawals with any decimals of two currencies and of their tokens. */

import { expect, test } from 'vitest'
import type { CurrencyId, NetworkId, PaymentId } from '../../../src/contract/ids.ts'
import { type Lots, type Ticks, type Units, ZERO } from '../../../src/contract/money.ts'
import { rawOfUnits, withdrawStep } from '../../../src/contract/wallet/networks.ts'
import { type Command, chainOwner, free, networkOf, streamOf } from '../../../src/engine/exchange.ts'
import { random } from '../../../src/server/play/random.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import type { Plain } from '../../fixtures/plain.ts'
import { RULES } from '../exchange.ts'
import { DAY, Program } from '../rewards/program.ts'

const [COIN, MONEY] = [3 as CurrencyId, 4 as CurrencyId]
const NETWORK = 1 as NetworkId
const USERS = ['ann', 'bob', 'cat'] as const
const ADDRESS = `0x${'a'.repeat(40)}`
const network = { id: 1, code: 'testnet', name: 'Testnet', kind: 'evm', chainId: 5, gasCurrency: 2 } as const

type Scales = { readonly coin: number; readonly money: number; readonly chain: number }

/** Bob and cat were invited by ann. Nothing is granted in the two currencies: all of it was deposited. */
class Scaled extends Program {
  readonly #scales: Scales
  readonly #dice: () => number
  #position = 0n
  #ids = 0
  /** By currency: what was credited on the chain and not paid out, as the chain counts. */
  readonly onChain = new Map<CurrencyId, bigint>()

  constructor(scales: Scales, seed: number) {
    super([...USERS], { referrers: { bob: 'ann', cat: 'ann' } })
    this.#scales = scales
    this.#dice = random(seed)
    this.lists(COIN, 'COIN', scales.coin)
    this.lists(MONEY, 'MONEY', scales.money)
    this.succeeds({ type: 'list-network', network, ...BY_TEST })
    this.setsAsset(2 as CurrencyId, null, 18)
    this.setsAsset(COIN, `0x${'1'.repeat(40)}`, scales.chain)
    this.setsAsset(MONEY, `0x${'2'.repeat(40)}`, scales.chain)
    const [lot, step] = [10n ** BigInt(8 - scales.coin), 10n ** BigInt(8 - scales.money)]
    this.succeeds({
      type: 'list-pair',
      ...BY_TEST,
      pair: 2,
      base: COIN,
      quote: MONEY,
      // One lot at one tick costs the smallest amount of MONEY.
      tick: (step * 10n ** 10n) / lot || 1n,
      lot: lot > step * 10n ** 10n ? step * 10n ** 10n : lot,
      referencePrice: 5 as Ticks,
      rules: { ...RULES, maxQuantity: 1_000_000 as Lots, minNotional: ZERO, makerFee: 3_333, takerFee: 7_777 },
    })
  }

  lists(id: CurrencyId, symbol: string, decimals: number): void {
    this.succeeds({ type: 'list-currency', ...BY_TEST, currency: { id, symbol, name: symbol, decimals } })
  }

  setsAsset(currency: CurrencyId, contract: string | null, decimals: number): void {
    const step = 10n ** 8n
    const amounts = { minDeposit: step, withdrawFee: step, minWithdraw: 2n * step, maxWithdraw: 10n ** 20n }
    const asset = {
      currency,
      contract,
      decimals,
      ...amounts,
      deposits: 'open',
      withdrawals: 'open',
      notice: '',
    } as const
    this.succeeds({ type: 'set-network-asset', network: 1, ...BY_TEST, asset })
  }

  succeeds(command: Plain<Command>): void {
    expect(this.does(command)).not.toMatchObject({ type: 'refused' })
  }

  whole = (below: number): number => Math.floor(this.#dice() * below)
  user = (): string => USERS[this.whole(USERS.length)] as string
  coin = (): CurrencyId => (this.#dice() < 0.5 ? COIN : MONEY)

  deposits(): void {
    const [currency, part] = [this.coin(), this.#position++]
    const raw = BigInt(Math.floor(this.#dice() * 2 ** 50)) * 10n ** BigInt(Math.max(0, this.#scales.chain - 8)) + 1n
    const credit = {
      position: this.#position,
      txid: `0x${part}`,
      part: 0,
      currency,
      raw,
      to: this.user(),
      address: ADDRESS,
    }
    const listed = networkOf(this.state, NETWORK)
    const stream = listed && streamOf(listed)
    this.succeeds({ type: 'credit-deposits', network: 1, stream: stream ?? '', credits: [credit] })
    this.onChain.set(currency, (this.onChain.get(currency) ?? 0n) + raw)
  }

  orders(): void {
    const terms = {
      type: 'limit',
      price: 1 + this.whole(8),
      quantity: 1 + this.whole(5_000),
      timeInForce: 'GTC',
      postOnly: false,
    }
    const side = this.#dice() < 0.5 ? 'buy' : 'sell'
    this.does({ type: 'place-order', user: this.user(), clientId: null, pair: 2, side, terms } as Plain<Command>)
  }

  converts(): void {
    const [from, to] = this.#dice() < 0.5 ? [COIN, MONEY] : [MONEY, COIN]
    const { coin, money } = this.#scales
    const [paid, got] = [from, to].map((each) => 10n ** BigInt(8 - (each === COIN ? coin : money))) as [bigint, bigint]
    const fromAmount = paid * BigInt(1 + this.whole(9_000))
    const common = { clientId: `c${this.#ids++}`, spread: 5_000, validUntil: this.now + 10_000 }
    this.does({ type: 'convert', user: this.user(), from, to, fromAmount, minTo: got, ...common })
  }

  withdraws(): void {
    const [user, currency] = [this.user(), this.coin()]
    const asset = networkOf(this.state, NETWORK)?.assets.get(currency)
    if (asset === undefined) throw new Error('the coin is listed')
    const step = withdrawStep(asset)
    const amount = 2n * 10n ** 8n + step * BigInt(this.whole(1_000_000))
    const common = { network: 1, address: ADDRESS, isNewAddress: false, review: null }
    const answer = this.does({
      type: 'request-withdrawal',
      user,
      clientId: `w${this.#ids++}`,
      currency,
      amount,
      ...common,
    })
    if (answer.type !== 'withdrawal') return
    const { id } = answer.withdrawal
    this.succeeds({ type: 'approve-withdrawal', ...BY_TEST, withdrawal: id, signature: null })
    this.succeeds({ type: 'assign-payment', network: 1, purpose: { kind: 'withdrawal', withdrawal: id } })
    this.succeeds({ type: 'settle-payment', payment: this.state.seq as PaymentId, txid: '0xpaid', gas: 0n })
    const sent = rawOfUnits((amount - 10n ** 8n) as Units, asset.decimals)
    this.onChain.set(currency, (this.onChain.get(currency) ?? 0n) - sent)
  }

  /** Books and dust of a currency, as the chain counts. */
  inBooks(currency: CurrencyId): bigint {
    const listed = networkOf(this.state, NETWORK)
    const owed = -free(this.state, chainOwner('testnet'), currency) as Units
    return rawOfUnits(owed, this.#scales.chain) + (listed?.dust(currency) ?? 0n)
  }
}

const SCALES = Array.from({ length: 9 }, (_, coin) =>
  Array.from({ length: 19 }, (_, chain): Scales => ({ coin, money: (coin * 5 + chain * 7) % 9, chain })),
).flat()

test.each(Array.from({ length: 9 }, (_, coin) => coin))(
  'With %i decimals of a coin, any of its money and of both on the chain, books and chain agree and nothing is created',
  (coin) => {
    const done = { trades: 0, conversions: 0, commissions: 0, withdrawals: 0 }
    for (const scales of SCALES.filter((each) => each.coin === coin)) {
      const x = new Scaled(scales, 1_000 * coin + scales.chain)
      const count = () => {
        for (const { type } of x.events) {
          if (type === 'traded') done.trades += 1
          if (type === 'converted') done.conversions += 1
          if (type === 'commission-booked') done.commissions += 1
          if (type === 'payment-settled') done.withdrawals += 1
        }
      }
      for (let step = 0; step < 12; step++) x.deposits()
      for (let step = 0; step < 40; step++) {
        x.orders()
        count()
      }
      for (let step = 0; step < 12; step++) {
        x.converts()
        count()
        x.withdraws()
        count()
        x.now += DAY / 4
        x.books()
        count()
      }
      // `does` has checked after each command that currencies sum to zero and that each balance is an amount of its currency.
      for (const currency of [COIN, MONEY])
        expect(x.inBooks(currency), JSON.stringify(scales)).toBe(x.onChain.get(currency) ?? 0n)
    }
    for (const [name, times] of Object.entries(done)) expect(times, name).toBeGreaterThan(0)
  },
)
