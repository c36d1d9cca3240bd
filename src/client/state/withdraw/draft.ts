/** What the user wants to withdraw, and the rules of the network for it. The server decides. */

import { formatUnits, minus, parseUnits, type Units, ZERO } from '../../../contract/money.ts'
import type { AssetView } from '../../../contract/portfolio/views.ts'
import { isMemoText } from '../../../contract/wallet/memo.ts'
import type { NetworkView } from '../../../contract/wallet/views.ts'
import { isOpen, plainText } from '../../format/typed-number.ts'
import { totalOf, unitsOf } from '../portfolio/balances.ts'

/** `memo` empty: none. `entry`: the id of the address in the address book. `amount`: plain decimal, leaves the balance. */
export type WithdrawDraft = {
  readonly address: string
  readonly memo: string
  readonly entry: number | undefined
  readonly amount: string
}

export const EMPTY_WITHDRAW_DRAFT: WithdrawDraft = { address: '', memo: '', entry: undefined, amount: '' }

type Rules = Pick<NetworkView, 'withdraw_step' | 'withdraw_fee' | 'min_withdraw' | 'max_withdraw'>

/** Available, at most the maximum of the network, rounded down to its step. */
export function maxWithdraw(available: Units, network: Rules): string {
  const [step, most] = [unitsOf(network.withdraw_step), unitsOf(network.max_withdraw)]
  const amount = available < most ? available : most
  return formatUnits((step === 0n ? amount : amount - (amount % step)) as Units)
}

/** What arrives: the amount without the fee, never below zero. */
export function receiveAmount(amount: Units, { withdraw_fee }: Rules): Units {
  const received = minus(amount, unitsOf(withdraw_fee))
  return received > 0n ? received : ZERO
}

type AmountCheck =
  | { readonly ok: true; readonly amount: string; readonly receive: string }
  | { readonly ok: false; readonly why: 'none' | 'open' | 'step' | 'min' | 'max' | 'insufficient' }

export function checkAmount(typed: string, available: Units, network: Rules): AmountCheck {
  if (isOpen(typed)) return { ok: false, why: 'open' }
  const amount = parseUnits(plainText(typed))
  if (amount === undefined || amount === 0n) return { ok: false, why: 'none' }
  const step = unitsOf(network.withdraw_step)
  if (step > 0n && amount % step !== 0n) return { ok: false, why: 'step' }
  if (amount < unitsOf(network.min_withdraw)) return { ok: false, why: 'min' }
  if (amount > available) return { ok: false, why: 'insufficient' }
  if (amount > unitsOf(network.max_withdraw)) return { ok: false, why: 'max' }
  return { ok: true, amount: formatUnits(amount), receive: formatUnits(receiveAmount(amount, network)) }
}

/** The value of an amount in USDT at the prices of the user's balance; undefined without a balance. */
export function valueInUsdt(amount: Units, asset: AssetView | undefined): Units | undefined {
  const total = asset === undefined ? ZERO : totalOf(asset)
  if (asset === undefined || total === 0n) return undefined
  return ((amount * unitsOf(asset.usdt_total)) / total) as Units
}

/** The format only; the server also verifies the checksum. */
export const isAddress = (address: string, { address_regex }: Pick<NetworkView, 'address_regex'>): boolean =>
  matches(address_regex, address) ?? address !== ''

/** Whether a transfer on the network can carry the memo. No memo is always valid. */
export const isMemo = (memo: string, { memo_regex }: Pick<NetworkView, 'memo_regex'>): boolean =>
  memo === '' || (memo_regex !== null && isMemoText(memo))

/** Undefined if the browser does not know the pattern. */
function matches(pattern: string, text: string): boolean | undefined {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}

/** What addresses of the network begin with, for a placeholder. */
export const addressStart = ({ address_regex }: Pick<NetworkView, 'address_regex'>): string =>
  address_regex.startsWith('^0x') ? '0x…' : 'UQ…'
