import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useState } from 'react'
import type { Side } from '../../../contract/markets/side.ts'
import { pages } from '../../../contract/pages.ts'
import { SideCard } from '../../components/desk/side-card.tsx'
import { convertPath, depositPath, withdrawPath } from '../../components/money-paths.ts'
import { BuyButton } from '../../components/orders/buy-button.tsx'
import { BuyConfirmation } from '../../components/orders/buy-confirmation.tsx'
import { QuickBuy } from '../../components/orders/quick-buy.tsx'
import { SellButton } from '../../components/orders/sell-button.tsx'
import { ActionTile, ActionTiles } from '../../components/quick-actions.tsx'
import { choosePairAtom } from '../../state/feed/choose-pair.ts'
import type { Market } from '../../state/markets/markets.ts'
import type { AssetDetail } from '../../state/portfolio/asset-detail.ts'
import { totalOf } from '../../state/portfolio/balances.ts'
import { type Direction, walletCoinsAtom } from '../../state/wallet/networks.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './asset-actions.module.css'

const QuickSell = lazyPart(() => import('../../components/orders/quick-sell.tsx'))

const text = assetsText.asset

/** What can be done with the coin: first Buy and Sell. A desk shows at once what buys it, a phone in a sheet. */
export function AssetActions({ coin: { asset, main, markets } }: { coin: Extract<AssetDetail, { state: 'known' }> }) {
  const { symbol } = asset.currency
  const isWide = useWideScreen()
  const choose = useSetAtom(choosePairAtom)
  const isOffered = markets.some(({ view }) => !view.is_hidden)
  const bought = isOffered ? main : undefined
  return (
    <>
      {bought &&
        (isWide ? <TradeCard market={bought} isHeld={totalOf(asset) > 0n} /> : <LeadingKeys market={bought} />)}
      <ActionTiles className={style.actions}>
        {isOffered && (
          <>
            <ActionTile icon="trade" to={pages.trade} onClick={() => main && choose(main.pair.id)}>
              {main ? text.book : appText.nav.trade}
            </ActionTile>
            <ActionTile icon="convert" to={convertPath(asset.balance === '0' ? { to: symbol } : { from: symbol })}>
              {assetsText.balance.convert}
            </ActionTile>
          </>
        )}
        <DirectionTile symbol={symbol} direction="deposit" />
        <DirectionTile symbol={symbol} direction="withdraw" />
      </ActionTiles>
    </>
  )
}

const LeadingKeys = ({ market }: { market: Market }) => (
  <div className={style.leading}>
    <BuyButton market={market} />
    <SellButton market={market} />
  </div>
)

const SIDES = (['buy', 'sell'] as const).map((value) => ({ value, name: assetsText.quickBuy.sides[value] }))

/** Buys, and sells what the user has. Nothing while the pair is paused. */
function TradeCard({ market, isHeld }: { market: Market; isHeld: boolean }) {
  const { base, rules } = market.pair
  const [side, choose] = useState<Side>('buy')
  if (rules.status !== 'trading') return null
  return (
    <SideCard title={isHeld ? text.trade(base.symbol) : assetsText.quickBuy.title(base.symbol)}>
      <div className={style.trade}>
        {isHeld && (
          <Segmented variant="trade" label={assetsText.quickBuy.side} value={side} options={SIDES} onChoose={choose} />
        )}
        <Suspense fallback={null}>
          {isHeld && side === 'sell' ? <QuickSell market={market} /> : <QuickBuy market={market} />}
        </Suspense>
      </div>
      <BuyConfirmation />
    </SideCard>
  )
}

type DirectionProps = { symbol: string; direction: Direction }

/** A link while the coin can be deposited or withdrawn, and while that is not known; else nothing. */
function DirectionTile({ symbol, direction }: DirectionProps) {
  const coins = useAtomValue(walletCoinsAtom)
  const coin = coins.state === 'ready' ? coins.value.find((one) => one.symbol === symbol) : undefined
  const isEnabled = direction === 'deposit' ? coin?.deposit_enabled : coin?.withdraw_enabled
  if (coins.state === 'ready' && !isEnabled) return null
  return (
    <ActionTile icon={direction} to={direction === 'deposit' ? depositPath(symbol) : withdrawPath(symbol)}>
      {assetsText.balance[direction]}
    </ActionTile>
  )
}
