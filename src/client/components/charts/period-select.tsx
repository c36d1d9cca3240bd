import { PERIODS, type Period } from '../../../contract/markets/timeframes.ts'
import { assetsText } from '../../text/assets.ts'
import { Segmented } from '../../ui/segmented.tsx'

const OPTIONS = PERIODS.map((period) => ({ value: period, name: period }))

type Props = {
  value: Period
  onChoose: (period: Period) => void
  /** Its place. */
  className?: string | undefined
}

/** Selects the period of a chart. */
export function PeriodSelect({ value, onChoose, className = '' }: Props) {
  return (
    <Segmented
      className={className}
      label={assetsText.balance.periods}
      value={value}
      options={OPTIONS}
      onChoose={onChoose}
      variant="chips"
    />
  )
}
