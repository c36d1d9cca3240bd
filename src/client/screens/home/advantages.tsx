import { useAtomValue } from 'jotai'
import { percentText } from '../../../contract/markets/instruments.ts'
import { DASH, withDecimals } from '../../format/numbers.ts'
import { appName } from '../../platform/environment.ts'
import { allMarketsAtom } from '../../state/markets/markets.ts'
import { homeText } from '../../text/home.ts'

/** Three figures about the exchange. */
export function Advantages() {
  const fees = useAtomValue(allMarketsAtom).flatMap(({ pair: { rules } }) => [rules.makerFee, rules.takerFee])
  const fee = fees.length === 0 ? DASH : `${withDecimals(percentText(Math.max(...fees)), 2)}%`
  return (
    <section className="home-points" aria-labelledby="home-points">
      <h2 id="home-points">{homeText.why(appName)}</h2>
      <ul>
        {[{ figure: fee, line: homeText.feeLine }, ...homeText.points].map(({ figure, line }) => (
          <li key={figure}>
            <b>{figure}</b>
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <svg className="hairline-mark" viewBox="0 0 24 24" aria-hidden="true">
        <use href="/icons.svg#mark" />
      </svg>
    </section>
  )
}
