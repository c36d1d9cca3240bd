import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { PairId } from '../../../contract/ids.ts'
import { CoinIcon } from '../../components/coins/coin-icon.tsx'
import { BuyConfirmation } from '../../components/orders/buy-confirmation.tsx'
import { QuickBuy } from '../../components/orders/quick-buy.tsx'
import { Price } from '../../components/price.tsx'
import { formatPrice } from '../../format/pair-numbers.ts'
import { firstCoinsAtom } from '../../state/markets/market-lists.ts'
import { type Market, marketsAtom } from '../../state/markets/markets.ts'
import { assetsText } from '../../text/assets.ts'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import style from './first-coin-card.module.css'

/** For an account that has not traded: one of three coins, an amount, and the usual confirmation. Nothing without markets. */
export default function FirstCoinCard() {
  const isLoading = useAtomValue(marketsAtom).state === 'loading'
  const coins = useSteadyOrder(useAtomValue(firstCoinsAtom))
  const [chosen, choose] = useState<PairId>()
  const market = coins.find(({ pair }) => pair.id === chosen) ?? coins[0]
  if (isLoading) return <LoadingFirstCoinCard />
  if (market === undefined) return null
  return (
    <section className={style.card} aria-labelledby="first-coin">
      <h2 id="first-coin">{assetsText.quickBuy.first}</h2>
      <fieldset className={style.coins}>
        <legend className="visually-hidden">{assetsText.quickBuy.coin}</legend>
        {coins.map((coin) => (
          <Coin key={coin.pair.id} market={coin} isChosen={coin === market} onChoose={() => choose(coin.pair.id)} />
        ))}
      </fieldset>
      <QuickBuy market={market} />
      <BuyConfirmation />
    </section>
  )
}

/** Turnover changes all the time, but no coin moves away from under a finger. */
function useSteadyOrder(markets: readonly Market[]): readonly Market[] {
  const [ids, setIds] = useState<readonly PairId[]>([])
  if (ids.length === 0 && markets.length > 0) setIds(markets.map(({ pair }) => pair.id))
  const known = ids.flatMap((id) => markets.find(({ pair }) => pair.id === id) ?? [])
  return known.length === ids.length ? known : markets
}

type CoinProps = { market: Market; isChosen: boolean; onChoose: () => void }

const Coin = ({ market: { pair, view }, isChosen, onChoose }: CoinProps) => (
  <button type="button" aria-pressed={isChosen} onClick={onChoose}>
    <b>
      <CoinIcon symbol={pair.base.symbol} size={20} />
      {pair.base.symbol}
    </b>
    <Price text={formatPrice(pair, view.price)} className={style.price} />
  </button>
)

/** Of the same height. */
export const LoadingFirstCoinCard = () => (
  <section className={style.card} aria-busy="true">
    <Skeleton width={180} height={24} />
    <Skeleton width="100%" height={64} />
    <Skeleton width="100%" height={40} />
    <Skeleton width="100%" height={48} />
    <Skeleton width="60%" height={18} className={style.foot} />
  </section>
)
