import { useAtomValue } from 'jotai'
import { fiatPriceAtom } from '../state/markets/fiat-rates.ts'
import { Price } from './price.tsx'

/** A price in the display currency. Nothing for dollars, and while the rates load. */
export default function FiatPrice({ quote, price }: { quote: string; price: string }) {
  const fiat = useAtomValue(fiatPriceAtom)(quote, price)
  if (fiat === undefined) return null
  return (
    <small>
      ≈ {fiat.sign}
      <Price text={fiat.text} />
    </small>
  )
}
