import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense } from 'react'
import { selectedMarketAtom } from '../../state/book/selected-pair.ts'
import { loadMarketsAtom, marketsAtom, watchedMarketsAtom } from '../../state/markets/markets.ts'
import { confirmationAtom } from '../../state/order-form/confirmation.ts'
import { cancelAllConfirmationAtom } from '../../state/orders/cancel-order.ts'
import { appText } from '../../text/app.ts'
import { marketsText } from '../../text/markets.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { OrderBook } from './book/order-book.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { OrderForm } from './order-form/order-form.tsx'
import { OrdersPanel } from './orders/orders-panel.tsx'
import { YourAssets } from './orders/your-assets.tsx'
import { PausedNotice } from './pair/paused-notice.tsx'
import { PinnedPrice } from './pair/pinned-price.tsx'
import { PriceRow } from './pair/price-row.tsx'
import style from './trade-screen.module.css'

const MarketTrades = lazyPart(() => import('./book/market-trades.tsx'))
const Confirmations = lazyPart(() => import('./order-form/confirmations.tsx'))

export default function TradeScreen() {
  const markets = useAtomValue(marketsAtom)
  const market = useAtomValue(selectedMarketAtom)
  const load = useSetAtom(loadMarketsAtom)
  const isWide = useWideScreen()
  if (markets.state === 'failed')
    return (
      <EmptyState
        icon="alert"
        title={marketsText.failed}
        line={markets.errorText ?? marketsText.failedLine.full}
        isError
      >
        <Button size="small" onClick={() => void load()}>
          {appText.retry}
        </Button>
      </EmptyState>
    )
  if (markets.state === 'ready' && !market) return <NoMarkets />
  return (
    <>
      {market && <PausedNotice pair={market.pair} />}
      <div className={style.page} data-dense>
        <h1 className="visually-hidden">
          {appText.nav.trade} {market?.pair.symbol}
        </h1>
        <PriceRow />
        <PinnedPrice />
        <ChartPanel />
        <div className={style.form}>
          <OrderForm key={market?.pair.id} />
          <YourAssets />
        </div>
        <div className={style.book}>
          <OrderBook key={market?.pair.id} />
          <Suspense fallback={null}>{isWide && <MarketTrades />}</Suspense>
        </div>
        <OrdersPanel />
        <ConfirmationSheets />
      </div>
    </>
  )
}

/** Goes away by itself when the first market is listed. */
function NoMarkets() {
  useAtomValue(watchedMarketsAtom)
  return (
    <div className="page page-center">
      <h1 className="visually-hidden">{appText.nav.trade}</h1>
      <EmptyState icon="trade" {...marketsText.empty.all} />
    </div>
  )
}

/** Loaded when an order needs confirmation. */
function ConfirmationSheets() {
  const isAsked = [useAtomValue(confirmationAtom), useAtomValue(cancelAllConfirmationAtom)].some(
    (one) => one !== undefined,
  )
  return (
    isAsked && (
      <Suspense fallback={null}>
        <Confirmations />
      </Suspense>
    )
  )
}
