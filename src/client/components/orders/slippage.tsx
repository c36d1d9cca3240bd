import { percentText } from '../../../contract/markets/instruments.ts'
import { percentChange } from '../../format/numbers.ts'
import style from './slippage.module.css'

type Props = {
  ppm: number
  /** How unusual it is. */
  level: 'amber' | 'red' | undefined
}

/** The estimated slippage of a market order in percent. */
export const Slippage = ({ ppm, level }: Props) => (
  <span className={style.slippage} data-level={level}>
    {percentChange(percentText(ppm))}
  </span>
)
