import { PERIODS, type Period } from '../../../contract/markets/timeframes.ts'
import { assetsText } from '../../text/assets.ts'
import { Segmented } from '../../ui/segmented.tsx'

const OPTIONS = PERIODS.map((period) => ({ value: period, name: period }))

/** Selects the period of a chart. */
export function PeriodSelect({ value, onChoose }: { value: Period; onChoose: (period: Period) => void }) {
  return (
    <Segmented label={assetsText.balance.periods} value={value} options={OPTIONS} onChoose={onChoose} variant="chips" />
  )
}
