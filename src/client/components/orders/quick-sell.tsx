import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { grouped } from '../../format/numbers.ts'
import { formatUnitsMoney } from '../../format/pair-numbers.ts'
import { askToSellAtom } from '../../state/feed/ask-to-buy.ts'
import type { Market } from '../../state/markets/markets.ts'
import { shareSaleAtom } from '../../state/order-form/share-sale.ts'
import { assetsText } from '../../text/assets.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import style from './quick-buy.module.css'

const SHARES = ['25', '50', '75', '100'] as const
type Share = (typeof SHARES)[number]
const OPTIONS = SHARES.map((value) => ({ value, name: `${value}%` }))

const text = assetsText.quickBuy

/** Chooses how much of a coin to sell, and asks for the confirmation of a market sale. */
export default function QuickSell({ market }: { market: Market }) {
  const [share, choose] = useState<Share>('25')
  const sale = useAtomValue(shareSaleAtom)(market, Number(share))
  const ask = useSetAtom(askToSellAtom)
  const { id, base, quote } = market.pair
  return (
    <div className={style.buy}>
      <Segmented<Share>
        variant="tiles"
        label={text.share(base.symbol)}
        value={share}
        options={OPTIONS}
        onChoose={choose}
      />
      <Button
        kind="sell"
        disabled={sale.state !== 'ready'}
        onClick={() => sale.state === 'ready' && ask({ pair: id, amount: sale.amount })}
      >
        {sale.state === 'refused'
          ? sale.reason
          : text.sellKey(sale.state === 'ready' ? `${grouped(sale.amount)} ${base.symbol}` : base.symbol)}
      </Button>
      <p className={style.line}>
        {sale.state === 'ready' && text.receive(`${formatUnitsMoney(sale.receive)} ${quote.symbol}`)}
      </p>
    </div>
  )
}
