import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { convertText } from '../../../text/convert.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import style from './coin-button.module.css'

type Props = {
  side: string
  /** Undefined while unknown. */
  symbol: string | undefined
  hasFocus: boolean
  onPress: () => void
}

/** A coin of the form; opens the list of coins. */
export function CoinButton({ side, symbol, hasFocus, onPress }: Props) {
  return (
    <button
      type="button"
      className={style.coin}
      // biome-ignore lint/a11y/noAutofocus: returns the focus from the list of coins.
      autoFocus={hasFocus}
      aria-label={convertText.choose(side, symbol ?? '')}
      onClick={onPress}
    >
      {symbol === undefined ? <Skeleton width={24} height={24} /> : <CoinIcon symbol={symbol} size={24} />}
      <span>{symbol ?? '–'}</span>
      <Icon name="chevron-down" size={16} className={style.chevron} />
    </button>
  )
}
