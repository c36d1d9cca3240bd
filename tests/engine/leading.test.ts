import { expect, test } from 'vitest'
import type { CurrencyId, NetworkId } from '../../src/contract/ids.ts'
import { beginLoading, loadPiece, networksOf, saveSnapshot, stateLines } from '../../src/engine/exchange.ts'
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

test('The first signer pauses nothing, another one pauses all networks until they are compared, and a snapshot keeps which one it is', () => {
  const x = new Exchange({ ann: { USDT: 1_000 } })
  const network = {
    id: 1 as NetworkId,
    code: 'ethereum',
    name: 'Ethereum',
    kind: 'evm',
    chainId: 1,
    gasCurrency: 1 as CurrencyId,
  } as const
  x.does({ type: 'list-network', network, operator: 'ann', reason: 'new' })
  const [first, second] = ['a1'.repeat(16), 'b2'.repeat(16)]
  const accept = (instance: string) =>
    x.does({ type: 'accept-signer', instance, operator: 'ann', reason: 'the machine was lost' })
  const paused = () => networksOf(x.state).map((each) => [each.paused, each.restoredAt !== null])
  expect(accept(first)).toEqual({ type: 'done' })
  expect(paused()).toEqual([[null, false]])
  for (const wrong of [first, '', 'A1'.repeat(16), `${second}0`])
    expect(accept(wrong)).toMatchObject({ refusal: { code: 'INVALID_REQUEST' } })
  expect(accept(second)).toEqual({ type: 'done' })
  expect(paused()).toEqual([['the machine was lost', true]])
  const { head, sizes, pieces } = saveSnapshot(x.state)
  const loaded = beginLoading(head, sizes)
  for (const piece of pieces) loadPiece(loaded, piece)
  expect(loaded.signer).toBe(second)
  expect([...stateLines(loaded)]).toEqual([...stateLines(x.state)])
})
