import { Change } from '../../components/change.tsx'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import { CoinIcon } from '../../components/coins/coin-icon.tsx'
import { PairName } from '../../components/coins/pair-name.tsx'
import { FavoriteStar } from '../../components/markets/favorite-star.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { convertPath } from '../../components/money-paths.ts'
import { BuyButton } from '../../components/orders/buy-button.tsx'
import { Price } from '../../components/price.tsx'
import { formatPrice } from '../../format/pair-numbers.ts'
import type { Market } from '../../state/markets/markets.ts'
import { appText } from '../../text/app.ts'
import { discoverText } from '../../text/discover.ts'
import { ButtonRow, SheetActions } from '../../ui/actions.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { CoinFacts } from './coin-facts.tsx'
import style from './coin-sheet.module.css'

/** A coin's description and figures, with a button to trade it. */
export default function CoinSheet({ market, onClose }: { market: Market; onClose: () => void }) {
  const { pair, view } = market
  const openTrade = useOpenTrade()
  return (
    <Sheet title={pair.base.name} close={appText.close} onClose={onClose} isPage>
      <div className={style.sheet}>
        <div className={style.head}>
          <CoinIcon symbol={pair.base.symbol} size={44} />
          <span>
            <PairName symbol={pair.symbol} />
            <small>{view.tags.map((tag) => discoverText.tags[tag]).join(', ')}</small>
          </span>
          <FavoriteStar market={market} className={style.star} />
        </div>
        <div className={style.price}>
          <Price text={formatPrice(pair, view.price)} />
          <small>{pair.quote.symbol}</small>
          <Change percent={view.percent_change_24h} className={style.change} />
        </div>
        <Sparkline prices={view.changes} percent={view.percent_change_24h} className={style.sparkline} />
        <CoinFacts market={market} />
      </div>
      <SheetActions>
        <ButtonRow>
          <BuyButton market={market} />
          <Button onClick={() => openTrade(market)}>{discoverText.trade}</Button>
          <ButtonLink to={convertPath({ to: pair.base.symbol })}>{discoverText.convert}</ButtonLink>
        </ButtonRow>
      </SheetActions>
    </Sheet>
  )
}
