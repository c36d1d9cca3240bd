import { PERIODS, type Period } from '../../contract/timeframes.ts'
import { balance } from '../text/en-assets.ts'
import { Segmented } from './segmented.tsx'

const OPTIONS = PERIODS.map((period) => ({ value: period, name: period }))

/** How far back a line reaches. */
export function Periods({ value, onChoose }: { value: Period; onChoose: (period: Period) => void }) {
  return <Segmented label={balance.periods} value={value} options={OPTIONS} onChoose={onChoose} look="chips" />
}
