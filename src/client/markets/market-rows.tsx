import './markets.css'
import { useAtomValue } from 'jotai'
import { isStaleAtom } from '../atoms/connection.ts'
import type { Market } from '../atoms/pairs.ts'
import { compact, NONE } from '../format/numbers.ts'
import { priceWords, turnoverWords } from '../format/pair-numbers.ts'
import { MarketRow } from '../ui/market-row.tsx'
import { useWide } from '../ui/use-wide.ts'
import { FavoriteStar } from './favorite-star.tsx'

export type RowsLook = {
  /** `page`: as a table on a desk. `list`: below other things, the same everywhere. `sheet`: narrow. */
  readonly look: 'page' | 'list' | 'sheet'
  readonly hasStars: boolean
  readonly current?: number | undefined
  readonly onPick: (market: Market) => void
}

/** The rows of a list of markets, in whatever page or sheet it stands. */
export function MarketRows({ markets, look, hasStars, current, onPick }: RowsLook & { markets: readonly Market[] }) {
  const isTable = useWide() && look === 'page'
  const isOld = useAtomValue(isStaleAtom)
  // On a phone a star takes its place.
  const hasLine = isTable || (look !== 'sheet' && !hasStars)
  return (
    <ul className="rows market-rows" data-look={look} data-stars={hasStars || undefined}>
      {markets.map((market) => (
        <li key={market.pair.id} data-current={market.pair.id === current || undefined}>
          {hasStars && <FavoriteStar market={market} />}
          <MarketRow
            {...marketWords(market, isTable)}
            {...(hasLine && { prices: market.view.changes })}
            isWide={isTable}
            isOld={isOld}
            isCurrent={market.pair.id === current}
            onPick={() => onPick(market)}
          />
        </li>
      ))}
    </ul>
  )
}

/** In a table the unit of the turnover is in the head. */
function marketWords({ pair, view }: Market, isTable: boolean) {
  return {
    symbol: pair.symbol,
    name: pair.base.name,
    price: priceWords(pair, view.price),
    percent: view.percent_change_24h,
    turnover: isTable ? compactOrNone(view.turnover_24h) : turnoverWords(pair, view.turnover_24h),
  }
}

const compactOrNone = (amount: string | null): string => (amount === null ? NONE : compact(amount))
