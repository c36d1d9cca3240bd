import { useAtomValue } from 'jotai'
import { percentText } from '../../../contract/catalogue.ts'
import { allMarketsAtom } from '../../atoms/pairs.ts'
import { NONE, withDecimals } from '../../format/numbers.ts'
import { text } from '../../text/en.ts'

/** Why here: three figures that can be held against us. */
export function Points() {
  const fees = useAtomValue(allMarketsAtom).flatMap(({ pair: { rules } }) => [rules.makerFee, rules.takerFee])
  const fee = fees.length === 0 ? NONE : `${withDecimals(percentText(Math.max(...fees)), 2)}%`
  return (
    <section className="home-points" aria-labelledby="home-points">
      <h2 id="home-points">{text.home.why}</h2>
      <ul>
        {[{ figure: fee, line: text.home.feeLine }, ...text.home.points].map(({ figure, line }) => (
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
