import { Suspense, useState } from 'react'
import type { Market } from '../../state/markets/markets.ts'
import { assetsText } from '../../text/assets.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { BuyKey } from './buy-key.tsx'
import style from './quick-buy.module.css'

const TypedBuy = lazyPart(() => import('./typed-buy.tsx'))

const OTHER = 'other'
const AMOUNTS = ['10', '100', '500', OTHER] as const
type Amount = (typeof AMOUNTS)[number]

const text = assetsText.quickBuy

type Props = {
  market: Market
  /** The confirmation is asked for. */
  onAsked?: () => void
}

/** Chooses how much of the quote currency to spend on a coin, and asks for the confirmation of a market buy. */
export function QuickBuy({ market, onAsked }: Props) {
  const { symbol } = market.pair.quote
  const [amount, choose] = useState<Amount>('100')
  return (
    <div className={style.buy}>
      <Segmented<Amount>
        variant="tiles"
        label={text.amount(symbol)}
        value={amount}
        options={AMOUNTS.map((value) => ({ value, name: value === OTHER ? text.other : value }))}
        onChoose={choose}
      />
      {amount === OTHER ? (
        <Suspense fallback={null}>
          <TypedBuy market={market} onAsked={onAsked} />
        </Suspense>
      ) : (
        <BuyKey market={market} total={amount} onAsked={onAsked} />
      )}
    </div>
  )
}
