import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { SetPairRules } from './commands.ts'
import { refuseRules } from './pair-rules.ts'

export function refuse(state: State, { pair, rules }: SetPairRules): Refusal | undefined {
  const market = state.markets.get(pair)
  return market === undefined ? refusal('PAIR_NOT_FOUND') : refuseRules(market.pair.symbol, rules)
}

export const perform = (execution: Execution, { pair, rules }: SetPairRules): void =>
  emit(execution, { type: 'pair-rules-set', pair, rules })
