import './markets-screen.css'
import { MarketBrowser } from '../../markets/market-browser.tsx'
import { useTrade } from '../../markets/use-trade.ts'
import { text } from '../../text/en.ts'

/** Every market, and the reader's favorites among them. */
export default function MarketsScreen() {
  const trade = useTrade()
  return (
    <div className="page markets">
      <h1>{text.pairs.title}</h1>
      <MarketBrowser look="page" onPick={trade} />
    </div>
  )
}
