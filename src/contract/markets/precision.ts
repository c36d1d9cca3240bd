import { formatUnits, type Units } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { type Currency, smallestOf } from './instruments.ts'

/** Refuses an amount that the currency cannot express. */
export function refuseFiner(currency: Pick<Currency, 'decimals'>, amount: Units): Refusal | undefined {
  const smallest = smallestOf(currency)
  return amount % smallest === 0n ? undefined : refuse('PRECISION', { step: formatUnits(smallest) })
}
