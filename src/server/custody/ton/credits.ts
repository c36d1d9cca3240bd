/** What the exchange makes of a transaction of its wallets on TON that is not a payment: a deposit, unclaimed, or gas. */

import { coinDepositOf, jettonChangeOf, jettonDepositOf, type TonDeposit } from '../../../chains/ton/deposits.ts'
import { readExcesses } from '../../../chains/ton/jetton.ts'
import type { TonTransaction } from '../../../chains/ton/transaction.ts'
import type { UserId } from '../../../contract/ids.ts'
import { type NetworkAsset, rawOfUnits, unitsOfRaw } from '../../../contract/wallet/networks.ts'
import type { Credit } from '../../../engine/exchange.ts'

/** A credit, and who sent it. */
export type TonCredit = Credit & { readonly from: string }

type Known = {
  readonly asset: NetworkAsset
  /** The own wallet, or the own jetton wallet. */
  readonly address: string
  readonly userOf: (number: number) => UserId | undefined
  /** Its transfers fund the hot wallet; undefined in live mode. */
  readonly treasury: string | undefined
}

/**
 * Of a transaction of the hot wallet. Everything that changes its balance is booked, so that books and chain stay equal:
 * what has no memo and is too small to be a deposit, or comes back from own payments, reduces the cost of gas.
 */
export function coinCredits(
  transaction: TonTransaction,
  { asset, address, userOf, treasury }: Known,
  ownJettonWallets: ReadonlySet<string>,
): readonly TonCredit[] {
  const { lt, hash: txid, incoming, fees, balanceChange } = transaction
  const from = incoming?.from ?? address
  const received = balanceChange + fees
  const credit = { position: lt, txid, part: 0, currency: asset.currency, address, from, fee: fees }
  const isOwn = ownJettonWallets.has(from) || from === address || readExcessesOf(transaction) !== undefined
  if (received > 0n && !isOwn) {
    const to = receiverOf(coinDepositOf(transaction) ?? { from, number: undefined }, userOf, treasury)
    const isSmall = to === 'unclaimed' && received < rawOfUnits(asset.minDeposit, asset.decimals)
    if (!isSmall) return [{ ...credit, raw: received, to }]
  }
  if (received === 0n && fees === 0n) return []
  return [{ ...credit, to: 'gas', raw: received > 0n ? received : 0n, fee: received < 0n ? fees - received : fees }]
}

const readExcessesOf = ({ incoming }: TonTransaction): bigint | undefined =>
  incoming === null || incoming.bounced ? undefined : readExcesses(incoming.body)

/** Units. */
const MAX_AMOUNT = 10n ** 28n

/** Of a transaction of an own jetton wallet. What has no memo and is too small to be a deposit is nobody's. */
export function jettonCredits(
  transaction: TonTransaction,
  { asset, address, userOf, treasury }: Known,
): readonly TonCredit[] {
  const deposit = jettonDepositOf(transaction)
  if (deposit === undefined) return []
  const { lt: position, txid, raw } = deposit
  // No coin has as much: the master of the jetton is not honest, and the tables cannot store it.
  if (unitsOfRaw(raw, asset) > MAX_AMOUNT) return []
  const from = deposit.from ?? asset.contract ?? ''
  const to = receiverOf(deposit, userOf, treasury)
  const isSmall = to === 'unclaimed' && raw < rawOfUnits(asset.minDeposit, asset.decimals)
  return [{ position, txid, part: 0, currency: asset.currency, raw, to: isSmall ? 'gas' : to, address, from }]
}

/** Jettons that came back after they were booked as paid to `from`: unclaimed, so that an operator can assign them. */
export const returnedCredit = (transaction: TonTransaction, { asset, address }: Known, from: string): TonCredit => ({
  position: transaction.lt,
  txid: transaction.hash,
  part: 0,
  currency: asset.currency,
  raw: jettonChangeOf(transaction),
  to: 'unclaimed',
  address,
  from,
})

function receiverOf(
  { from, number }: Pick<TonDeposit, 'from' | 'number'>,
  userOf: Known['userOf'],
  treasury: string | undefined,
): Credit['to'] {
  const user = number === undefined ? undefined : userOf(number)
  if (user !== undefined) return user
  return from !== null && from === treasury ? 'world' : 'unclaimed'
}
