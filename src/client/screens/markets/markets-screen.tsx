import { MarketBrowser } from '../../components/markets/market-browser.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { marketsText } from '../../text/markets.ts'
import style from './markets-screen.module.css'

/** All markets, with favorites. */
export default function MarketsScreen() {
  const trade = useOpenTrade()
  return (
    <div className={`page ${style.markets}`}>
      <h1>{marketsText.title}</h1>
      <MarketBrowser variant="page" onPick={trade} />
    </div>
  )
}
