import '../styles/balance.css'
import { NONE, type Way } from '../format/numbers.ts'
import { text } from '../text/en.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Skeleton } from './skeleton.tsx'

type Props = {
  title: string
  isHidden: boolean
  /** In words; undefined while it is not known. */
  total: string | undefined
  fiat: string | undefined
  /** A currency without a rate: the fiat figure is in dollars. */
  missing: string | undefined
  period: string
  change: { readonly way: Way; readonly words: string } | undefined
  onHide: () => void
}

/** How much there is, in other money too, and what a period did to it. */
export function BalanceHead({ title, isHidden, total, fiat, missing, period, change, onHide }: Props) {
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
        <span>USDT</span>
      </p>
      <p className="balance-change">
        <span>{fiat === undefined ? ' ' : `≈ ${isHidden ? text.wallet.hidden : fiat}`}</span>
        {missing !== undefined && <span data-trouble>{text.wallet.noRate(missing)}</span>}
        <span className="gain" data-way={change?.way ?? 'flat'}>
          {change?.words ?? NONE}
        </span>
        <span>{period}</span>
      </p>
    </div>
  )
}
