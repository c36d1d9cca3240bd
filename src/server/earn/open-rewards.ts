/**
 * Opens the reward program at the start: parameters and tasks if none are set, and in play mode its funds, once. Each
 * step looks at the state, so a start after a crash continues where the last one ended.
 */

import { refusalText } from '../../contract/refusals.ts'
import { allTasks, type Command, rewardProgram, type State } from '../../engine/exchange.ts'
import type { Mode } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { DEFAULT_PARAMETERS, PLAY_FUNDS } from './default-parameters.ts'
import { DEFAULT_TASKS } from './default-tasks.ts'

type Deps = {
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly mode: Mode
  readonly log: Log
}

const BY = { operator: 'server', reason: 'default of a new exchange' } as const

/** Needs the currencies. Throws if the engine refuses a default. */
export async function openRewards({ sequencer, mode, log }: Deps): Promise<void> {
  for (let commands = 0; ; commands++) {
    const command = await sequencer.read((state) => nextCommand(state, mode))
    if (command === undefined) {
      if (commands > 0) log.info({ event: 'rewards.defaults_set', commands }, 'set the defaults of the rewards')
      return
    }
    const refusal = await sequencer.submit(command, (_state, { answer }) =>
      answer.type === 'refused' ? answer.refusal : undefined,
    )
    if (refusal !== undefined) throw new Error(`a default of the rewards is refused: ${refusalText(refusal)}`)
  }
}

/**
 * Parameters come last: until they are set no user can do anything, and once they are set the defaults are complete, so
 * that tasks an operator retires or replaces do not come back.
 */
function nextCommand(state: State, mode: Mode): Command | undefined {
  const program = rewardProgram(state)
  if (program === undefined) {
    const existing = new Set(Array.from(allTasks(state), ({ task }) => task.id))
    const task = DEFAULT_TASKS.find(({ id }) => !existing.has(id))
    if (task !== undefined) return { type: 'set-task', task, ...BY }
    return { type: 'set-reward-parameters', parameters: DEFAULT_PARAMETERS, ...BY }
  }
  if (mode === 'play' && !program.wasFunded) return { type: 'fund-rewards', amount: PLAY_FUNDS, ...BY }
  return undefined
}
