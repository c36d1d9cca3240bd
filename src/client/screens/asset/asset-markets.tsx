import { SideCard } from '../../components/desk/side-card.tsx'
import { MarketRows } from '../../components/markets/market-rows.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { sortMarkets } from '../../state/markets/market-sorting.ts'
import type { Market } from '../../state/markets/markets.ts'
import { assetsText } from '../../text/assets.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './asset-screen.module.css'

const text = assetsText.asset

type Props = { symbol: string; markets: readonly Market[] }

/** The coin's markets, highest turnover first: a card on a desk. */
export function AssetMarkets(props: Props) {
  if (useWideScreen())
    return (
      <SideCard title={text.markets}>
        <Markets {...props} variant="sheet" />
      </SideCard>
    )
  return (
    <section aria-labelledby="asset-markets">
      <h2 id="asset-markets" className={style.title}>
        {text.markets}
      </h2>
      <Markets {...props} variant="list" />
    </section>
  )
}

function Markets({ symbol, markets, variant }: Props & { variant: 'list' | 'sheet' }) {
  const trade = useOpenTrade()
  const offered = markets.filter(({ view }) => !view.is_hidden)
  if (offered.length === 0) return <EmptyState icon="trade" title={text.noMarkets} line={text.noMarketsLine(symbol)} />
  const sorted = sortMarkets(offered, { by: 'turnover', isDown: true })
  return <MarketRows markets={sorted} variant={variant} hasStars={false} onPick={trade} />
}
