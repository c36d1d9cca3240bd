import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { SideCard } from '../../components/desk/side-card.tsx'
import { convertPath, depositPath, withdrawPath } from '../../components/money-paths.ts'
import { BuyButton } from '../../components/orders/buy-button.tsx'
import { BuyConfirmation } from '../../components/orders/buy-confirmation.tsx'
import { QuickBuy } from '../../components/orders/quick-buy.tsx'
import { SellButton } from '../../components/orders/sell-button.tsx'
import { choosePairAtom } from '../../state/feed/choose-pair.ts'
import type { Market } from '../../state/markets/markets.ts'
import type { AssetDetail } from '../../state/portfolio/asset-detail.ts'
import { type Direction, walletCoinsAtom } from '../../state/wallet/networks.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './asset-actions.module.css'

const text = assetsText.asset

/** What can be done with the coin: first Buy and Sell. A desk shows at once what buys it, a phone in a sheet. */
export function AssetActions({ coin: { asset, main, markets } }: { coin: Extract<AssetDetail, { state: 'known' }> }) {
  const { symbol } = asset.currency
  const isWide = useWideScreen()
  const choose = useSetAtom(choosePairAtom)
  const navigate = useNavigate()
  const isOffered = markets.some(({ view }) => !view.is_hidden)
  const bought = isOffered ? main : undefined
  return (
    <>
      {bought && (isWide ? <BuyCard market={bought} /> : <LeadingKeys market={bought} />)}
      <div className={style.actions}>
        {isOffered && (
          <>
            <Button
              size="small"
              className={style.key}
              onClick={() => {
                if (main) choose(main.pair.id)
                navigate(pages.trade)
              }}
            >
              <Icon name="trade" size={20} />
              {main ? text.book : appText.nav.trade}
            </Button>
            <ButtonLink
              size="small"
              className={style.key}
              to={convertPath(asset.balance === '0' ? { to: symbol } : { from: symbol })}
            >
              <Icon name="convert" size={20} />
              {assetsText.balance.convert}
            </ButtonLink>
          </>
        )}
        <DirectionLink symbol={symbol} direction="deposit" />
        <DirectionLink symbol={symbol} direction="withdraw" />
      </div>
    </>
  )
}

const LeadingKeys = ({ market }: { market: Market }) => (
  <div className={style.leading}>
    <BuyButton market={market} />
    <SellButton market={market} />
  </div>
)

/** Nothing while the pair is paused. */
function BuyCard({ market }: { market: Market }) {
  const { base, rules } = market.pair
  if (rules.status !== 'trading') return null
  return (
    <SideCard title={assetsText.quickBuy.title(base.symbol)}>
      <div className={style.buy}>
        <QuickBuy market={market}>
          <SellButton market={market} />
        </QuickBuy>
      </div>
      <BuyConfirmation />
    </SideCard>
  )
}

type DirectionProps = { symbol: string; direction: Direction }

/** A link while the coin can be deposited or withdrawn, and while that is not known; else nothing. */
function DirectionLink({ symbol, direction }: DirectionProps) {
  const coins = useAtomValue(walletCoinsAtom)
  const coin = coins.state === 'ready' ? coins.value.find((one) => one.symbol === symbol) : undefined
  const isEnabled = direction === 'deposit' ? coin?.deposit_enabled : coin?.withdraw_enabled
  if (coins.state === 'ready' && !isEnabled) return null
  return (
    <ButtonLink
      size="small"
      className={style.key}
      to={direction === 'deposit' ? depositPath(symbol) : withdrawPath(symbol)}
    >
      <Icon name={direction} size={20} />
      {assetsText.balance[direction]}
    </ButtonLink>
  )
}
