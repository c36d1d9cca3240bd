import { expect, test } from 'vitest'
import { beginLoading, loadPiece, saveSnapshot, stateLines } from '../../src/engine/exchange.ts'
import { Exchange } from './exchange.ts'

test('A term is higher than all before, and a snapshot keeps it', () => {
  const x = new Exchange({ ann: { USDT: 1_000 } })
  const before = [...stateLines(x.state)].length
  expect(x.does({ type: 'begin-term', term: 3 })).toEqual({ type: 'done' })
  for (const term of [3, 2, 3.5, Number.NaN, -1])
    expect(x.does({ type: 'begin-term', term })).toMatchObject({ refusal: { code: 'INVALID_REQUEST' } })
  expect(x.does({ type: 'begin-term', term: 7 })).toEqual({ type: 'done' })
  expect(x.state.term).toBe(7)
  const { head, sizes, pieces } = saveSnapshot(x.state)
  const loaded = beginLoading(head, sizes)
  for (const piece of pieces) loadPiece(loaded, piece)
  expect(loaded.term).toBe(7)
  expect([...stateLines(loaded)]).toEqual([...stateLines(x.state)])
  expect([...stateLines(loaded)].length).toBe(before + 1)
})
