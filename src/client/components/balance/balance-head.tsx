import { DASH, type Direction } from '../../format/numbers.ts'
import { assetsText } from '../../text/assets.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import style from './balance-head.module.css'

type Props = {
  title: string
  isHidden: boolean
  /** Formatted; undefined while loading. */
  total: string | undefined
  unit: string
  units: readonly string[]
  /** The total in the other currency. */
  secondary: string | undefined
  /** A currency without a rate: the fiat amount is in dollars. */
  missingRate: string | undefined
  period: string
  change: { readonly direction: Direction; readonly text: string } | undefined
  /** False before there is a change to show. */
  hasChange?: boolean
  onHide: () => void
  onUnit: (unit: string) => void
}

/** The total balance in two currencies, and its change within a period. */
export function BalanceHead(props: Props) {
  const { title, isHidden, total, unit, units, hasChange = true, onHide, onUnit } = props
  return (
    <div className={style.head}>
      <h1>
        {title}
        <IconButton label={isHidden ? assetsText.balance.show : assetsText.balance.hide} onClick={onHide}>
          <Icon name={isHidden ? 'eye-off' : 'eye'} size={20} />
        </IconButton>
      </h1>
      <p className={style.total}>
        {total === undefined ? (
          <Skeleton width={190} height={28} />
        ) : (
          <b>{isHidden ? assetsText.wallet.hidden : total}</b>
        )}
        <Select look="unit" label={assetsText.balance.unit} value={unit} onChoose={onUnit} className={style.unit}>
          {units.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </p>
      {hasChange && (
        <p className={style.change}>
          <Change {...props} />
        </p>
      )}
    </div>
  )
}

function Change({ isHidden, secondary, missingRate, period, change }: Props) {
  return (
    <>
      {secondary !== undefined && <span>≈ {isHidden ? assetsText.wallet.hidden : secondary}</span>}
      {missingRate !== undefined && <span data-error>{assetsText.wallet.noRate(missingRate)}</span>}
      <span className="gain" data-direction={change?.direction ?? 'flat'}>
        {change?.text ?? DASH}
      </span>
      <span>{period}</span>
    </>
  )
}

/** Of the same height as the head. */
export const LoadingBalanceHead = ({ title, hasChange }: { title: string; hasChange: boolean }) => (
  <div className={style.head} aria-busy="true">
    <h1>{title}</h1>
    <p className={style.total}>
      <Skeleton width={190} height={28} />
    </p>
    {hasChange && <p className={style.change} />}
  </div>
)
