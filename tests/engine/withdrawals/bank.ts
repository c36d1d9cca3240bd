/** An exchange with one network, on which BTC pays the fees and USDT is a token with 6 decimals. */

import type { CurrencyId, NetworkId, UserId } from '../../../src/contract/ids.ts'
import type { Units } from '../../../src/contract/money.ts'
import { type AssetTerms, rawOfUnits } from '../../../src/contract/wallet/networks.ts'
import { chainOwner, free, type Payment, streamOf, type Withdrawal } from '../../../src/engine/exchange.ts'
import { networkOf } from '../../../src/engine/networks/views.ts'
import { Exchange } from '../exchange.ts'

export const USDT = 1 as CurrencyId
export const BTC = 2 as CurrencyId
export const NETWORK = 1 as NetworkId
export const BY = { operator: 'ops', reason: 'a test' } as const
export const usdt = (amount: number): Units => BigInt(Math.round(amount * 1e8)) as Units
export const ADDRESS = `0x${'a'.repeat(40)}`

const asset = (currency: CurrencyId, changes: Partial<AssetTerms>): AssetTerms => ({
  currency,
  contract: null,
  decimals: 18,
  minDeposit: 100_000n as Units,
  withdrawFee: 50_000n as Units,
  minWithdraw: 200_000n as Units,
  maxWithdraw: usdt(500),
  deposits: 'open',
  withdrawals: 'open',
  notice: '',
  ...changes,
})
export const GAS_ASSET = asset(BTC, {})
export const TOKEN: AssetTerms = asset(USDT, {
  contract: `0x${'1'.repeat(40)}`,
  decimals: 6,
  minDeposit: usdt(1),
  withdrawFee: usdt(1),
  minWithdraw: usdt(5),
  maxWithdraw: usdt(50_000),
})

type RequestOptions = {
  readonly id?: string
  readonly currency?: CurrencyId
  readonly address?: string
  readonly isNew?: boolean
}

/** Users have 5,000 USDT and 10 BTC, which nothing on the chain covers, and deposit numbers in their order. */
export class Bank extends Exchange {
  #ids = 0
  #positions = 0n

  constructor(users: readonly string[], numbers = true) {
    super(Object.fromEntries(users.map((user) => [user, { USDT: 5_000, BTC: 10 }])))
    const network = { id: 1, code: 'testnet', name: 'Testnet', kind: 'evm', chainId: 5, gasCurrency: 2 } as const
    this.does({ type: 'list-network', network, ...BY })
    for (const each of [GAS_ASSET, TOKEN]) this.sets(each)
    if (numbers) for (const user of users) this.does({ type: 'give-deposit-number', user })
  }

  result(command: Parameters<Exchange['does']>[0]): string {
    const answer = this.does(command)
    return answer.type === 'refused' ? answer.refusal.code : answer.type
  }

  sets(changed: AssetTerms): string {
    return this.result({ type: 'set-network-asset', network: NETWORK, asset: changed, ...BY })
  }

  get stream(): string {
    return streamOf(networkOf(this.state, NETWORK) as never)
  }

  /** A final transfer of a raw amount; the answer of the command. */
  credits(to: string, raw: bigint, currency = USDT, position = this.#positions + 10n): string {
    if (position > this.#positions) this.#positions = position
    const credit = { position, txid: `0x${position}`, part: 0, currency, raw, to, address: ADDRESS }
    return this.result({ type: 'credit-deposits', network: NETWORK, stream: this.stream, credits: [credit] })
  }

  /** The withdrawal, or the code of the refusal. */
  requests(user: string, amount: number, options: RequestOptions = {}): Withdrawal | string {
    const { id = `id-${++this.#ids}`, currency = USDT, address = ADDRESS, isNew = false } = options
    const answer = this.does({
      type: 'request-withdrawal',
      user,
      clientId: id,
      network: NETWORK,
      currency,
      address,
      amount: usdt(amount),
      isNewAddress: isNew,
      review: null,
    })
    return answer.type === 'withdrawal' ? answer.withdrawal : answer.type === 'refused' ? answer.refusal.code : ''
  }

  opens(user: string, amount: number, options: RequestOptions = {}): Withdrawal {
    const withdrawal = this.requests(user, amount, options)
    if (typeof withdrawal === 'string') throw new Error(withdrawal)
    return withdrawal
  }

  /** The payment, or the code of the refusal. */
  assigns({ id }: Pick<Withdrawal, 'id'>): Payment | string {
    const answer = this.does({
      type: 'assign-payment',
      network: NETWORK,
      purpose: { kind: 'withdrawal', withdrawal: id },
    })
    return answer.type === 'payment' ? answer.payment : answer.type === 'refused' ? answer.refusal.code : ''
  }

  pays(withdrawal: Withdrawal): Payment {
    const payment = this.assigns(withdrawal)
    if (typeof payment === 'string') throw new Error(payment)
    return payment
  }

  settles = (payment: Payment, gas = 0n): string =>
    this.result({ type: 'settle-payment', payment: payment.id, txid: '0xpaid', gas })
  fails = (payment: Payment, proof: 'reverted' | 'replaced' = 'reverted', gas = 0n): string =>
    this.result({ type: 'fail-payment', payment: payment.id, proof, txid: null, gas })
  statusOf = ({ id }: Pick<Withdrawal, 'id'>): string => this.state.withdrawals.byId.get(id)?.status ?? 'unknown'
  freeOf = (user: string, currency = USDT): Units => free(this.state, user as UserId, currency)

  /** What the books say the exchange has on the chain, as the chain counts. */
  rawOnChain(currency: CurrencyId): bigint {
    const decimals = currency === USDT ? TOKEN.decimals : GAS_ASSET.decimals
    const units = -free(this.state, chainOwner('testnet'), currency) as Units
    return rawOfUnits(units, decimals) + (networkOf(this.state, NETWORK)?.dust(currency) ?? 0n)
  }
}
