/** The amount that the play wallet sends. */

import { formatUnits, minus, parseUnits } from '../../../contract/money.ts'
import type { PlayWalletBalanceView } from '../../../contract/play-wallet/views.ts'
import { withDecimals } from '../../format/numbers.ts'
import { isOpen, plainText } from '../../format/typed-number.ts'
import { unitsOf } from '../portfolio/balances.ts'

/** Of the coin in which the network takes its fees: enough for many transfers. */
const FEE_RESERVE = unitsOf('0.01')

/** The balance on the chain may have more decimals than the ledger. */
const unitsOfBalance = (amount: string) => unitsOf(withDecimals(amount, 8))

/** Everything except a reserve for network fees in the coin of the network, which has no contract. */
export function maxPlayAmount({ amount, contract_address }: PlayWalletBalanceView): string {
  const balance = unitsOfBalance(amount)
  const most = contract_address === null ? minus(balance, FEE_RESERVE) : balance
  return most > 0n ? formatUnits(most) : ''
}

/** Why the amount cannot be sent; undefined if it can. */
export function checkPlayAmount(typed: string, balance: string): 'none' | 'open' | 'too-much' | undefined {
  if (isOpen(typed)) return 'open'
  const amount = parseUnits(plainText(typed))
  if (amount === undefined || amount === 0n) return 'none'
  return amount > unitsOfBalance(balance) ? 'too-much' : undefined
}
