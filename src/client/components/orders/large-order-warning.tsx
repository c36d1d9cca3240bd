import { useAtomValue } from 'jotai'
import { balanceShareAtom, LARGE_SHARE_PPM } from '../../state/order-form/warnings.ts'
import { tradeText } from '../../text/trade.ts'
import { OrderWarning } from './order-warning.tsx'

/** Warns when one order uses most of the user's total balance. */
export function LargeOrderWarning() {
  const share = useAtomValue(balanceShareAtom)
  if (share <= LARGE_SHARE_PPM) return null
  return <OrderWarning level="amber">{tradeText.confirm.stake(Math.floor(share / 10_000))}</OrderWarning>
}
