import '../styles/balance.css'
import { NONE, type Way } from '../format/numbers.ts'
import { text } from '../text/en.ts'
import { balance } from '../text/en-assets.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Skeleton } from './skeleton.tsx'

type Props = {
  title: string
  isHidden: boolean
  /** In words; undefined while it is not known. */
  total: string | undefined
  unit: string
  units: readonly string[]
  /** The same in the other money. */
  other: string | undefined
  /** A currency without a rate: the fiat figure is in dollars. */
  missing: string | undefined
  period: string
  change: { readonly way: Way; readonly words: string } | undefined
  onHide: () => void
  onUnit: (unit: string) => void
}

/** How much there is, in other money too, and what a period did to it. */
export function BalanceHead(props: Props) {
  const { title, isHidden, total, unit, units, other, missing, period, change, onHide, onUnit } = props
  return (
    <div className="balance-head">
      <h1>
        {title}
        <IconButton label={isHidden ? text.home.show : text.home.hide} onClick={onHide}>
          <Icon name={isHidden ? 'eye-off' : 'eye'} size={20} />
        </IconButton>
      </h1>
      <p className="balance-total">
        {total === undefined ? <Skeleton width={190} height={28} /> : <b>{isHidden ? text.wallet.hidden : total}</b>}
        <label className="unit-select">
          <span className="unseen">{balance.unit}</span>
          <select value={unit} onChange={({ target }) => onUnit(target.value)}>
            {units.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <Icon name="chevron-down" size={16} />
        </label>
      </p>
      <p className="balance-change">
        <span>{other === undefined ? ' ' : `≈ ${isHidden ? text.wallet.hidden : other}`}</span>
        {missing !== undefined && <span data-trouble>{text.wallet.noRate(missing)}</span>}
        <span className="gain" data-way={change?.way ?? 'flat'}>
          {change?.words ?? NONE}
        </span>
        <span>{period}</span>
      </p>
    </div>
  )
}
