import { useAtomValue } from 'jotai'
import { MOST_PPM, stakeAtom } from '../../atoms/order-guards.ts'
import * as trade from '../../text/en-trade.ts'

/** Most of what the reader owns goes into one order. */
export function StakeWarning() {
  const stake = useAtomValue(stakeAtom)
  if (stake <= MOST_PPM) return null
  return (
    <p className="warning" data-level="amber">
      {trade.confirm.stake(Math.floor(stake / 10_000))}
    </p>
  )
}
