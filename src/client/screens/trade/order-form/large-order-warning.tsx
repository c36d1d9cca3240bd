import { useAtomValue } from 'jotai'
import { balanceShareAtom, LARGE_SHARE_PPM } from '../../../state/order-form/warnings.ts'
import { tradeText } from '../../../text/trade.ts'

/** Warns when one order uses most of the user's total balance. */
export function LargeOrderWarning() {
  const share = useAtomValue(balanceShareAtom)
  if (share <= LARGE_SHARE_PPM) return null
  return (
    <p className="warning" data-level="amber">
      {tradeText.confirm.stake(Math.floor(share / 10_000))}
    </p>
  )
}
