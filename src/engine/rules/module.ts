import { type Refusal, refuse } from '../../contract/refusals.ts'
import { emit } from '../execution.ts'
import { handlerOf, type Module } from '../module-type.ts'
import type { State } from '../state.ts'
import type { SetRules } from './commands.ts'
import type { RulesSet } from './events.ts'
import { RULES } from './versions.ts'

const refuseRules = (state: State, { rules }: SetRules): Refusal | undefined =>
  Number.isInteger(rules) && rules > state.rules && rules <= RULES
    ? undefined
    : refuse('RULES_INVALID', { rules: String(rules), current: String(state.rules), newest: String(RULES) })

/** The version itself is part of the snapshot's head and of the first line of the state text. */
export const rules: Module<SetRules, RulesSet, never> = {
  handlers: {
    'set-rules': handlerOf<SetRules>({
      refuse: refuseRules,
      perform: (execution, command) => emit(execution, { type: 'rules-set', rules: command.rules }),
    }),
  },
  appliers: {
    'rules-set'(state, event) {
      state.rules = event.rules
    },
  },
  loaders: {},
  save: () => [],
  lines: () => [],
  holds: () => [],
}
