import { useAtomValue } from 'jotai'
import type { Currency } from '../../../../contract/markets/instruments.ts'
import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { grouped } from '../../../format/numbers.ts'
import { formatMoney } from '../../../format/pair-numbers.ts'
import { amountsHiddenAtom } from '../../../state/app/preferences.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { assetsAtom } from '../../../state/portfolio/balances.ts'
import { assetsText } from '../../../text/assets.ts'
import { tradeText } from '../../../text/trade.ts'
import style from './your-assets.module.css'

/** Balances of the pair's two currencies, on desktop. */
export function YourAssets() {
  const market = useAtomValue(selectedMarketAtom)
  const assets = useAtomValue(assetsAtom)
  if (!market || !assets) return null
  return (
    <section className={style.assets} aria-label={assetsText.wallet.title}>
      <h2>{assetsText.wallet.title}</h2>
      {[market.pair.quote, market.pair.base].map((currency) => (
        <AssetBalance key={currency.id} currency={currency} />
      ))}
    </section>
  )
}

function AssetBalance({ currency }: { currency: Currency }) {
  const asset = useAtomValue(assetsAtom)?.find((one) => one.currency.id === currency.id)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const format = (amount: string) =>
    isHidden ? assetsText.wallet.hidden : currency.symbol === 'USDT' ? formatMoney(amount) : grouped(amount)
  return (
    <div className={style.balance}>
      <CoinIcon symbol={currency.symbol} size={28} />
      <span>
        <b>{currency.symbol}</b>
        <small>{assetsText.wallet.inOrders(format(asset?.frozen_balance ?? '0'))}</small>
      </span>
      <span>
        <b>{format(asset?.balance ?? '0')}</b>
        <small>{tradeText.form.available.toLowerCase()}</small>
      </span>
    </div>
  )
}
