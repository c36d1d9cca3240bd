import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { compact, DASH } from '../../format/numbers.ts'
import { formatPrice, formatTurnover } from '../../format/pair-numbers.ts'
import { isStaleAtom } from '../../state/app/connection-status.ts'
import { DOLLARS, selectedCurrencyAtom } from '../../state/app/preferences.ts'
import type { Market } from '../../state/markets/markets.ts'
import { marketsText } from '../../text/markets.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { FavoriteStar } from './favorite-star.tsx'
import { MarketRow } from './market-row.tsx'
import style from './market-rows.module.css'

export type MarketRowsProps = {
  /** `page`: a table on desktop. `list`: compact on every screen. `sheet`: narrow, without sparklines. */
  readonly variant: 'page' | 'list' | 'sheet'
  readonly hasStars: boolean
  readonly current?: number | undefined
  readonly onPick: (market: Market) => void
}

/** The rows of a market list. */
export function MarketRows({
  markets,
  variant,
  hasStars,
  current,
  onPick,
}: MarketRowsProps & { markets: readonly Market[] }) {
  const isTable = useWideScreen() && variant === 'page'
  const isStale = useAtomValue(isStaleAtom)
  const isInDollars = useAtomValue(selectedCurrencyAtom) === DOLLARS
  // On a phone the star takes the space of the sparkline.
  const hasSparkline = isTable || (variant !== 'sheet' && !hasStars)
  return (
    <ul className={`rows ${style.rows}`} data-variant={variant} data-stars={hasStars || undefined}>
      {markets.map((market) => (
        <li key={market.pair.id} data-current={market.pair.id === current || undefined}>
          {hasStars && <FavoriteStar market={market} />}
          <MarketRow
            {...rowText(market, isTable)}
            fiat={isInDollars ? undefined : <Fiat market={market} />}
            {...(hasSparkline && { prices: market.view.changes })}
            isWide={isTable}
            isStale={isStale}
            isCurrent={market.pair.id === current}
            onPick={() => onPick(market)}
          />
        </li>
      ))}
    </ul>
  )
}

const FiatPrice = lazyPart(() => import('../fiat-price.tsx'))

const Fiat = ({ market: { pair, view } }: { market: Market }) => (
  <Suspense fallback={null}>
    <FiatPrice quote={pair.quote.symbol} price={view.price} />
  </Suspense>
)

/** In a table the column title shows the unit of the turnover. */
function rowText({ pair, view }: Market, isTable: boolean) {
  return {
    symbol: pair.symbol,
    name: pair.base.name,
    state: pair.rules.status === 'trading' ? undefined : marketsText.paused,
    price: formatPrice(pair, view.price),
    percent: view.percent_change_24h,
    turnover: isTable ? compactOrNone(view.turnover_24h) : formatTurnover(pair, view.turnover_24h),
  }
}

const compactOrNone = (amount: string | null): string => (amount === null ? DASH : compact(amount))
