import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { SetPairRules } from './commands.ts'
import { hasHidden, refuseRules } from './pair-rules.ts'

export function refuse(state: State, { pair: id, rules }: SetPairRules): Refusal | undefined {
  const market = state.markets.get(id)
  if (market === undefined) return refusal('PAIR_NOT_FOUND')
  const { symbol, base, quote } = market.pair
  if (rules.status === 'trading' && hasHidden(state, { base: base.id, quote: quote.id }))
    return refusal('LISTING_INVALID', { name: symbol, reason: 'one of its coins is hidden: list the coin again' })
  return refuseRules(market.pair, rules)
}

export const perform = (execution: Execution, { pair, rules }: SetPairRules): void =>
  emit(execution, { type: 'pair-rules-set', pair, rules })
