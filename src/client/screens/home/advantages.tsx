import { useAtomValue } from 'jotai'
import { percentText } from '../../../contract/markets/instruments.ts'
import { DASH, withDecimals } from '../../format/numbers.ts'
import { appName } from '../../platform/environment.ts'
import { modeAtom } from '../../state/app/exchange-info.ts'
import { hasNoMarketsAtom, offeredMarketsAtom } from '../../state/markets/markets.ts'
import { homeText } from '../../text/home.ts'
import style from './advantages.module.css'

/** Three figures about the exchange. */
export function Advantages() {
  const fees = useAtomValue(offeredMarketsAtom).flatMap(({ pair: { rules } }) => [rules.makerFee, rules.takerFee])
  const mode = useAtomValue(modeAtom)
  const hasNone = useAtomValue(hasNoMarketsAtom)
  const fee = fees.length === 0 ? DASH : `${withDecimals(percentText(Math.max(...fees)), 2)}%`
  const { play, book, proof } = homeText.points
  const points = [mode === 'play' ? play : proof, ...(hasNone ? [] : [homeText.points.fee(fee)]), book]
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
      <svg className={`hairline-mark ${style.mark}`} viewBox="0 0 24 24" aria-hidden="true">
        <use href="/icons.svg#mark" />
      </svg>
    </section>
  )
}
