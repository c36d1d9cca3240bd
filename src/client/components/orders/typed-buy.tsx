import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Market } from '../../state/markets/markets.ts'
import { typedBuyRefusalAtom } from '../../state/order-form/typed-buy.ts'
import { assetsText } from '../../text/assets.ts'
import { NumberField } from '../../ui/form/number-field.tsx'
import { BuyKey } from './buy-key.tsx'

type Props = { market: Market; onAsked: (() => void) | undefined }

/** A market buy of a typed amount of the quote currency. */
export default function TypedBuy({ market, onAsked }: Props) {
  const [total, type] = useState('')
  const refusal = useAtomValue(typedBuyRefusalAtom)(market, total)
  const { symbol, decimals } = market.pair.quote
  return (
    <>
      <NumberField
        label={assetsText.quickBuy.amount(symbol)}
        value={total}
        decimals={decimals}
        unit={symbol}
        onType={type}
        placeholder="0"
      />
      <BuyKey market={market} total={total} refusal={refusal} onAsked={onAsked} />
    </>
  )
}
