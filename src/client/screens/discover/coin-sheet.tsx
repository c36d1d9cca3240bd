import './coin-sheet.css'
import type { Market } from '../../atoms/pairs.ts'
import { priceWords } from '../../format/pair-numbers.ts'
import { FavoriteStar } from '../../markets/favorite-star.tsx'
import { useTrade } from '../../markets/use-trade.ts'
import { text } from '../../text/en.ts'
import { coin as words } from '../../text/en-discover.ts'
import { Button } from '../../ui/button.tsx'
import { Change } from '../../ui/change.tsx'
import { Coin } from '../../ui/coin.tsx'
import { PairName } from '../../ui/pair-name.tsx'
import { Price } from '../../ui/price.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { CoinFacts } from './coin-facts.tsx'

/** What a coin is, how its day was, and the way to trade it. */
export default function CoinSheet({ market, onClose }: { market: Market; onClose: () => void }) {
  const { pair, view } = market
  const trade = useTrade()
  return (
    <Sheet title={pair.base.name} close={text.close} onClose={onClose} isPage>
      <div className="coin-sheet">
        <div className="coin-head">
          <Coin symbol={pair.base.symbol} size={44} />
          <span>
            <PairName symbol={pair.symbol} />
            <small>{view.tags.map((tag) => words.tags[tag]).join(', ')}</small>
          </span>
          <FavoriteStar market={market} />
        </div>
        <div className="coin-price">
          <Price words={priceWords(pair, view.price)} />
          <small>{pair.quote.symbol}</small>
          <Change percent={view.percent_change_24h} />
        </div>
        <Sparkline prices={view.changes} percent={view.percent_change_24h} />
        <CoinFacts market={market} />
      </div>
      <div className="sheet-button key-row coin-keys">
        <Button kind="primary" onClick={() => trade(market)}>
          {words.trade(pair.base.symbol)}
        </Button>
        <Button disabled>
          <span>
            {words.convert}
            <small>{text.opensSoon}</small>
          </span>
        </Button>
      </div>
    </Sheet>
  )
}
