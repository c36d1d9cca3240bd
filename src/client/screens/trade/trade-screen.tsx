import './trade.css'
import { useAtomValue, useSetAtom } from 'jotai'
import { loadMarketsAtom, marketsAtom } from '../../atoms/pairs.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Confirmations } from './confirmations.tsx'
import { OrderBook } from './order-book.tsx'
import { OrderForm } from './order-form.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { PriceRow } from './price-row.tsx'
import { YourAssets } from './your-assets.tsx'

export default function TradeScreen() {
  const markets = useAtomValue(marketsAtom)
  const market = useAtomValue(selectedMarketAtom)
  const load = useSetAtom(loadMarketsAtom)
  if (markets.state === 'failed')
    return (
      <Empty icon="alert" title={text.pairs.failed} line={text.pairs.failedLine} isTrouble>
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
      <div className="chart-slot">{text.book.chartSoon}</div>
      <div className="trade-form">
        <OrderForm key={market?.pair.id} />
        <YourAssets />
      </div>
      <OrderBook key={market?.pair.id} />
      <OrdersPanel />
      <Confirmations />
    </div>
  )
}
