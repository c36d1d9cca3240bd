import { useAtomValue } from 'jotai'
import { percentText } from '../../../contract/markets/instruments.ts'
import { DASH, withDecimals } from '../../format/numbers.ts'
import { appName } from '../../platform/environment.ts'
import { hasNoMarketsAtom, offeredMarketsAtom } from '../../state/markets/markets.ts'
import { homeText } from '../../text/home.ts'
import style from './advantages.module.css'

/** Facts about the exchange. */
export function Advantages() {
  const fees = useAtomValue(offeredMarketsAtom).flatMap(({ pair: { rules } }) => [rules.makerFee, rules.takerFee])
  const hasNone = useAtomValue(hasNoMarketsAtom)
  const fee = fees.length === 0 ? DASH : `${withDecimals(percentText(Math.max(...fees)), 2)}%`
  const { proof, twoFactor } = homeText.points
  const points = [...(hasNone ? [] : [homeText.points.fee(fee)]), proof, twoFactor]
  return (
    <section className={style.points} aria-labelledby="home-points">
      <h2 id="home-points">{homeText.why(appName)}</h2>
      <ul>
        {points.map(({ figure, line }) => (
          <li key={figure}>
            <b>{figure}</b>
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
