import { useAtomValue } from 'jotai'
import type { Currency } from '../../../contract/catalogue.ts'
import { assetsAtom } from '../../atoms/balances.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { grouped } from '../../format/numbers.ts'
import { moneyWords } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import * as trade from '../../text/en-trade.ts'
import { Coin } from '../../ui/coin.tsx'

/** On a desk, below the form: both currencies of the pair. */
export function YourAssets() {
  const market = useAtomValue(selectedMarketAtom)
  const assets = useAtomValue(assetsAtom)
  if (!market || !assets) return null
  return (
    <section className="your-assets" aria-label={text.wallet.title}>
      <h2>{text.wallet.title}</h2>
      {[market.pair.quote, market.pair.base].map((currency) => (
        <Held key={currency.id} currency={currency} />
      ))}
    </section>
  )
}

function Held({ currency }: { currency: Currency }) {
  const asset = useAtomValue(assetsAtom)?.find((one) => one.currency.id === currency.id)
  const words = currency.symbol === 'USDT' ? moneyWords : grouped
  return (
    <div className="held">
      <Coin symbol={currency.symbol} size={28} />
      <span>
        <b>{currency.symbol}</b>
        <small>{text.wallet.inOrders(words(asset?.frozen_balance ?? '0'))}</small>
      </span>
      <span>
        <b>{words(asset?.balance ?? '0')}</b>
        <small>{trade.form.available.toLowerCase()}</small>
      </span>
    </div>
  )
}
