/** Switches the engine to newer rules, which older versions of this program cannot execute. */

import { accounts, RULES } from '../../engine/exchange.ts'
import type { Mode } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import { BadSetting } from '../runtime/setting-reader.ts'
import type { Sequencer } from './sequencer.ts'

type SetRulesDeps = {
  readonly sequencer: Sequencer
  readonly mode: Mode
  /** The version that the operator wants; undefined: the newest, but in live mode only before the first user. */
  readonly wanted: number | undefined
  readonly log: Log
}

export async function setRules({ sequencer, mode, wanted, log }: SetRulesDeps): Promise<void> {
  const [current, hasUsers] = await sequencer.read((state) => [
    state.rules,
    [...accounts(state)].some(({ kind }) => kind === 'user'),
  ])
  const target = wanted ?? (mode === 'play' || !hasUsers ? RULES : current)
  if (target > RULES || target < current)
    throw new BadSetting(`RULES must be from ${current} to ${RULES} for this database; it is ${target}`)
  if (target > current) await sequencer.submit({ type: 'set-rules', rules: target }, () => undefined)
  if (target < RULES)
    log.warn(
      { event: 'rules.outdated', rules: target, newest: RULES },
      'newer rules are available: set RULES to use them',
    )
}
