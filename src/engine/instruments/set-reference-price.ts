import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { SetReferencePrice } from './commands.ts'

export function refuse({ markets }: State, { pair: id, price }: SetReferencePrice): Refusal | undefined {
  const market = markets.get(id)
  if (market === undefined) return refusal('PAIR_NOT_FOUND')
  const { pair, lastTradeAt } = market
  if (lastTradeAt !== undefined && pair.rules.status !== 'halted')
    return refusal('REFERENCE_PRICE_LOCKED', { pair: pair.symbol })
  if (!Number.isSafeInteger(price) || price <= 0)
    return refusal('LISTING_INVALID', {
      name: pair.symbol,
      reason: 'the reference price is not a whole number of ticks',
    })
  return undefined
}

export const perform = (execution: Execution, { pair, price }: SetReferencePrice): void =>
  emit(execution, { type: 'reference-price-set', pair, price })
