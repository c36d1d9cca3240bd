/** Whether a payment on an EVM network can be assigned now. */

import type { EvmChain } from '../../../chains/evm/chain.ts'
import { transferData } from '../../../chains/evm/erc20.ts'
import { maxGasCost } from '../../../chains/evm/transactions.ts'
import { type NetworkInfo, nextNonce, openPayments, type PaymentPurpose, type State } from '../../../engine/exchange.ts'
import { decisionOf, noteCovered } from '../base/assign-payments.ts'
import type { Decision } from '../base/payer-deps.ts'
import { withdrawalIn } from '../base/payment-purposes.ts'
import type { EvmRoundDeps } from './evm-payer-deps.ts'
import { type PaymentTerms, signInputOf, termsOf } from './payment-terms.ts'
import { balanceOf } from './token-balance.ts'

/** Everything that can fail is tried before the payment gets a nonce. */
export async function decideEvm(
  deps: EvmRoundDeps,
  listed: NetworkInfo,
  purpose: PaymentPurpose,
  terms: PaymentTerms,
): Promise<Decision> {
  const { sequencer, signer, network } = deps
  const { chain } = network
  const { wallet, contract, from, to, raw } = terms
  const isBusy = (state: State) => openPayments(state, network.id).some((payment) => payment.wallet === wallet)
  // The next one would be signed with fees for which the one before may leave too few coins.
  if (purpose.kind === 'sweep' && (await sequencer.read(isBusy))) return 'wait'
  const fees = await chain.fees()
  const reserved = await reservedBy(deps, listed, terms, fees.maxFee)
  const isEnough = await isCovered(chain, terms, maxGasCost(contract, fees.maxFee), reserved)
  if (!noteCovered(deps, { key: `${wallet}/${contract}`, contract }, isEnough)) return 'wait'
  const call = { from, to, value: raw, data: '0x' }
  const trial = contract === null ? call : { ...call, to: contract, value: 0n, data: transferData(to, raw) }
  if (await chain.wouldRevert(trial)) return 'would_fail'
  const nonce = await sequencer.read((state) => nextNonce(state, network.id, wallet))
  const refused = await signer.check(signInputOf(listed, terms, { id: 0, nonce, purpose }, fees))
  return decisionOf(deps, purpose, String(wallet), refused)
}

type Reserved = { readonly raw: bigint; readonly fees: bigint }

/** What the payments of this wallet that are not final may still take. */
async function reservedBy(
  { sequencer, network: { id, addresses } }: EvmRoundDeps,
  network: NetworkInfo,
  { wallet, contract }: PaymentTerms,
  maxFee: bigint,
): Promise<Reserved> {
  if (addresses === undefined) return { raw: 0n, fees: 0n }
  const open = await sequencer.read((state) =>
    openPayments(state, id)
      .filter((payment) => payment.wallet === wallet)
      .map(({ purpose }) => termsOf(network, addresses, purpose, withdrawalIn(state, purpose))),
  )
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n)
  const coins = sum(open.filter((each) => each.contract === null).map(({ raw }) => raw))
  return {
    raw: contract === null ? 0n : sum(open.filter((each) => each.contract === contract).map(({ raw }) => raw)),
    fees: coins + sum(open.map((each) => maxGasCost(each.contract, maxFee))),
  }
}

/** Whether the wallet has the amount and the fee besides what is reserved. */
async function isCovered(
  chain: EvmChain,
  { from, contract, raw }: PaymentTerms,
  fee: bigint,
  reserved: Reserved,
): Promise<boolean> {
  const coins = (await chain.balance(from, 'latest')) - reserved.fees
  if (contract === null) return coins >= raw + fee
  return coins >= fee && (await balanceOf(chain, contract, from, 'latest')) >= raw + reserved.raw
}
