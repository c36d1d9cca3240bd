import './trade.css'
import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { cancelAllAskedAtom } from '../../atoms/cancel-order.ts'
import { loadMarketsAtom, marketsAtom } from '../../atoms/pairs.ts'
import { confirmationAtom } from '../../atoms/place-order.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { ChartPanel } from './chart-panel.tsx'
import { OrderBook } from './order-book.tsx'
import { OrderForm } from './order-form.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { PriceRow } from './price-row.tsx'
import { YourAssets } from './your-assets.tsx'

const MarketTrades = lazy(() => import('./market-trades.tsx'))
const Confirmations = lazy(() => import('./confirmations.tsx'))

export default function TradeScreen() {
  const markets = useAtomValue(marketsAtom)
  const market = useAtomValue(selectedMarketAtom)
  const load = useSetAtom(loadMarketsAtom)
  const isWide = useWide()
  if (markets.state === 'failed')
    return (
      <Empty icon="alert" title={markets.why ?? text.pairs.failed} line={text.pairs.failedLine} isTrouble>
        <Button size="small" onClick={() => void load()}>
          {text.retry}
        </Button>
      </Empty>
    )
  if (markets.state === 'ready' && !market)
    return (
      <Empty icon="trade" {...text.pairs.empty.all}>
        <Button size="small" onClick={() => void load()}>
          {text.retry}
        </Button>
      </Empty>
    )
  return (
    <div className="trade">
      <h1 className="unseen">
        {text.nav.trade} {market?.pair.symbol}
      </h1>
      <PriceRow />
      <ChartPanel />
      <div className="trade-form">
        <OrderForm key={market?.pair.id} />
        <YourAssets />
      </div>
      <div className="trade-book">
        <OrderBook key={market?.pair.id} />
        <Suspense fallback={null}>{isWide && <MarketTrades />}</Suspense>
      </div>
      <OrdersPanel />
      <Questions />
    </div>
  )
}

/** The sheets come when there is something to ask. */
function Questions() {
  const isAsked = [useAtomValue(confirmationAtom), useAtomValue(cancelAllAskedAtom)].some((one) => one !== undefined)
  return (
    isAsked && (
      <Suspense fallback={null}>
        <Confirmations />
      </Suspense>
    )
  )
}
