import { useAtomValue } from 'jotai'
import { isStaleAtom } from '../../atoms/connection.ts'
import type { Market } from '../../atoms/pairs.ts'
import { percentChange, wayOf } from '../../format/numbers.ts'
import { priceWords } from '../../format/pair-numbers.ts'
import { smallPriceText } from '../../format/small-price.ts'
import { asset as words } from '../../text/en-assets.ts'
import { Change } from '../../ui/change.tsx'
import { Price } from '../../ui/price.tsx'
import { ValueLine } from '../../ui/value-line.tsx'

/** What it costs, and where that went in a day: a point an hour, and now. */
export function AssetPrice({ market: { pair, view } }: { market: Market }) {
  const isStale = useAtomValue(isStaleAtom)
  const values = [...view.changes.slice(0, -1), view.price]
  const last = values.length - 1
  const price = (place: number) => smallPriceText(priceWords(pair, values[place] ?? view.price))
  const way = isStale || view.percent_change_24h === null ? 'flat' : wayOf(percentChange(view.percent_change_24h))
  return (
    <section className="asset-price" aria-label={pair.symbol}>
      <p>
        <small>{pair.symbol}, 24h</small>
        <Price words={priceWords(pair, view.price)} />
        <Change percent={view.percent_change_24h} isSmall isOld={isStale} />
      </p>
      <ValueLine
        values={values}
        way={way}
        label={words.line(pair.symbol, price(0), price(last))}
        read={(place) => words.point(last - place, price(place))}
      />
    </section>
  )
}
