/** Rules of the engine, tested with a second version and a command that it adds, which only this file has. */

import { expect, test, vi } from 'vitest'
import { RULES } from '../../src/engine/rules/versions.ts'
import { Exchange } from './exchange.ts'

vi.mock('../../src/engine/rules/versions.ts', () => ({ RULES: 2, FIRST_RULES: 1, ADDED_BY: { 'cancel-all': 2 } }))

const refusal = (x: Exchange, command: Parameters<Exchange['does']>[0]): string => {
  const answer = x.does(command)
  return answer.type === 'refused' ? answer.refusal.code : answer.type
}

test('Rules can only be set to a newer version that this engine has', () => {
  const x = new Exchange({ ann: { USDT: 1 } })
  expect(x.state.rules).toBe(1)
  expect(refusal(x, { type: 'set-rules', rules: RULES })).toBe('done')
  for (const rules of [1, RULES, RULES + 1, 1.5]) expect(refusal(x, { type: 'set-rules', rules })).toBe('RULES_INVALID')
  expect(x.state.rules).toBe(RULES)
})

test('A command that newer rules added is refused without an effect until they are set', () => {
  const x = new Exchange({ ann: { USDT: 1_000 } })
  x.buys('ann', 1, { at: 100 })
  const cancel = { type: 'cancel-all', user: 'ann', pair: null } as const
  expect(refusal(x, cancel)).toBe('RULES_OUTDATED')
  expect([x.events, x.book]).toEqual([[], 'buy 100: ann 1'])
  x.does({ type: 'set-rules', rules: RULES })
  expect(refusal(x, cancel)).toBe('cancelled')
  expect(x.book).toBe('')
})
