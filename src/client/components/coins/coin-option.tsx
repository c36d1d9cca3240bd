import { Icon } from '../../ui/icon.tsx'
import { CoinIcon } from './coin-icon.tsx'
import style from './coin-option.module.css'

type Props = {
  symbol: string
  name: string
  /** At the end of the row. */
  note?: string | undefined
  isCurrent?: boolean
  isDisabled?: boolean
  onPress: () => void
}

/** A coin in a list of which one is chosen. */
export const CoinOption = ({ symbol, name, note, isCurrent, isDisabled, onPress }: Props) => (
  <button
    type="button"
    className={style.option}
    aria-current={isCurrent || undefined}
    disabled={isDisabled}
    onClick={onPress}
  >
    <CoinIcon symbol={symbol} size={36} />
    <span className={style.name}>
      <b>{symbol}</b>
      <small>{name}</small>
    </span>
    {note !== undefined && <span className={style.note}>{note}</span>}
    {isCurrent && <Icon name="check" size={20} />}
  </button>
)
