import { Change } from '../../components/change.tsx'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import { CoinIcon } from '../../components/coins/coin-icon.tsx'
import { FavoriteStar } from '../../components/markets/favorite-star.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { convertPath } from '../../components/money-paths.ts'
import { BuyButton } from '../../components/orders/buy-button.tsx'
import { SellButton } from '../../components/orders/sell-button.tsx'
import { Price } from '../../components/price.tsx'
import { formatPrice } from '../../format/pair-numbers.ts'
import type { Market } from '../../state/markets/markets.ts'
import { appText } from '../../text/app.ts'
import { discoverText } from '../../text/discover.ts'
import { ButtonRow, SheetActions } from '../../ui/actions.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { CoinFacts } from './coin-facts.tsx'
import style from './coin-sheet.module.css'

function Title({ market: { pair, view } }: { market: Market }) {
  const { symbol, name } = pair.base
  return (
    <span className={style.title}>
      <CoinIcon symbol={symbol} size={36} />
      <span>
        {name} <small>{[symbol, ...view.tags.map((tag) => discoverText.tags[tag])].join(' · ')}</small>
      </span>
    </span>
  )
}

/** A coin's price, description and figures, with the keys that buy, sell, trade and convert it. */
export default function CoinSheet({ market, onClose }: { market: Market; onClose: () => void }) {
  const { pair, view } = market
  const openTrade = useOpenTrade()
  return (
    <Sheet
      title={<Title market={market} />}
      close={appText.close}
      onClose={onClose}
      aside={<FavoriteStar market={market} />}
      isPage
    >
      <div className={style.sheet}>
        <div className={style.price}>
          <span>
            <Price text={formatPrice(pair, view.price)} className={style.last} /> <small>{pair.quote.symbol}</small>
          </span>
          <Change percent={view.percent_change_24h} />
        </div>
        <Sparkline prices={view.changes} percent={view.percent_change_24h} className={style.sparkline} />
        <CoinFacts market={market} />
      </div>
      <SheetActions>
        {pair.rules.status === 'trading' && (
          <ButtonRow>
            <BuyButton market={market} />
            <SellButton market={market} />
          </ButtonRow>
        )}
        <ButtonRow>
          <Button size="medium" onClick={() => openTrade(market)}>
            <Icon name="trade" size={20} />
            {discoverText.trade}
          </Button>
          <ButtonLink size="medium" to={convertPath({ to: pair.base.symbol })}>
            <Icon name="convert" size={20} />
            {discoverText.convert}
          </ButtonLink>
        </ButtonRow>
      </SheetActions>
    </Sheet>
  )
}
