/** The defaults that a start sets: once, complete also after a crash, and never again what an operator changed. */

import { expect, test } from 'vitest'
import type { TaskId } from '../../../src/contract/ids.ts'
import {
  allTasks,
  type Command,
  emptyState,
  execute,
  rewardProgram,
  SMALL,
  type State,
} from '../../../src/engine/exchange.ts'
import { PLAY_FUNDS } from '../../../src/server/earn/default-parameters.ts'
import { DEFAULT_TASKS } from '../../../src/server/earn/default-tasks.ts'
import { openRewards } from '../../../src/server/earn/open-rewards.ts'
import { listCatalogue } from '../../../src/server/markets/list-instruments.ts'
import { FIRST_HASH } from '../../../src/server/sequencer/journal.ts'
import type { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { JOURNAL } from '../../engine/exchange.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

/** A sequencer that fails after some commands, like a kill. */
function exchangeWith(state: State, isAlive: () => boolean = () => true): Pick<Sequencer, 'read' | 'submit'> {
  return {
    read: async (select) => select(state, FIRST_HASH),
    async submit(command: Command, select) {
      if (!isAlive()) throw new Error('killed')
      return select(state, execute(state, { seq: state.seq + 1, at: state.at + 1, rules: state.rules, command }))
    },
  }
}

async function newState(): Promise<State> {
  const state = emptyState(JOURNAL, SMALL)
  const sequencer = exchangeWith(state)
  await listCatalogue(sequencer as Sequencer)
  return state
}

const open = (state: State, mode: 'play' | 'live', isAlive?: () => boolean) =>
  openRewards({ sequencer: exchangeWith(state, isAlive), mode, log: quiet })

test('The first start sets parameters and tasks, and in play mode funds them once', async () => {
  const state = await newState()
  await open(state, 'play')
  expect(rewardProgram(state)).toMatchObject({ version: 1, funds: PLAY_FUNDS, wasFunded: true })
  expect(Array.from(allTasks(state), ({ task }) => task)).toEqual(DEFAULT_TASKS)
  const { seq } = state
  await open(state, 'play')
  expect(state.seq).toBe(seq)
})

test('In live mode the first start sets parameters and tasks without funds', async () => {
  const state = await newState()
  await open(state, 'live')
  expect(rewardProgram(state)).toMatchObject({ version: 1, funds: 0, wasFunded: false })
  expect([...allTasks(state)]).toHaveLength(DEFAULT_TASKS.length)
})

test('A start after a kill between any two commands completes the same defaults', async () => {
  const whole = await newState()
  const { seq: before } = whole
  await open(whole, 'play')
  const commands = whole.seq - before
  for (let killedAfter = 0; killedAfter < commands; killedAfter++) {
    const state = await newState()
    let left = killedAfter
    await expect(open(state, 'play', () => left-- > 0)).rejects.toThrow('killed')
    await open(state, 'play')
    expect(state.seq).toBe(whole.seq)
    expect(rewardProgram(state)).toEqual(rewardProgram(whole))
    expect([...allTasks(state)]).toEqual([...allTasks(whole)])
  }
})

test('A start keeps what an operator changed: parameters, a retired task and spent funds', async () => {
  const state = await newState()
  await open(state, 'play')
  const by = { operator: 'ann', reason: 'a test' }
  const sequencer = exchangeWith(state)
  await sequencer.submit({ type: 'retire-task', task: 1 as TaskId, ...by }, () => undefined)
  const { seq } = state
  await open(state, 'play')
  expect(state.seq).toBe(seq)
  expect([...allTasks(state)].find(({ task }) => task.id === 1)?.retiredAt).toBeDefined()
})

test('A refused default throws with the reason', async () => {
  const state = emptyState(JOURNAL, SMALL)
  await expect(open(state, 'play')).rejects.toThrow('a default of the rewards is refused')
})

const live = setUpTestServer({ ...LIVE_MODE, RATE_LIMITS: 'on' })

test('In live mode an unfunded program says so, and nothing is paid', async () => {
  const ann = await createEarner(live())
  expect(await ann.get('earnProfile')).toMatchObject({ is_funded: false, status: 'idle', balance: 0 })
  for (const name of ['startMining', 'claimDaily'] as const) {
    const { status, body } = await ann.ask(name)
    expect([status, body.code]).toEqual([409, 'REWARDS_UNFUNDED'])
  }
  expect(await ann.get('rewards')).toMatchObject({ rewards: [], next: false })
})
