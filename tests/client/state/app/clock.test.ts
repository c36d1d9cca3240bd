/** A device whose clock is wrong shows times and limits requests by the server's clock. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockAtom } from '../../../../src/client/state/app/clock.ts'
import { hostAtom } from '../../../../src/client/state/app/host.ts'
import { payWithWalletAtom } from '../../../../src/client/state/deposit/pay-with-wallet.ts'
import { api } from '../../../../src/contract/api.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const SERVER = Date.parse('2026-11-28T12:00:00Z')
const DEVICE = Date.parse('2027-01-01T00:00:00Z')

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(DEVICE)
})
afterEach(() => void vi.useRealTimers())

function storeWith(replies: Parameters<typeof fakeStore>[0] = {}) {
  const { store, host } = fakeStore(replies)
  return { store, learn: () => store.set(hostAtom, { ...host, socket: { ...host.socket, serverTime: SERVER } }) }
}

test('Times are those of the device until the server has told its own, and then those of the server', () => {
  const { store, learn } = storeWith()
  const seen: number[] = []
  const stop = store.sub(clockAtom, () => seen.push(store.get(clockAtom)))
  expect(store.get(clockAtom)).toBe(DEVICE)
  learn()
  vi.advanceTimersByTime(1_000)
  expect([store.get(clockAtom), seen.at(-1)]).toEqual([SERVER, SERVER])
  stop()
})

test('A request to a wallet is valid by the time of the server', async () => {
  const message = { address: '0:1', amount: '1', payload: '' }
  const { store, learn } = storeWith({ [api.tonPayment.path]: { ok: true, value: { chain: '-3', ...message } } })
  learn()
  const asked: unknown[] = []
  const connect = async () => ({
    address: '0:2',
    chain: '-3',
    send: async (...request: unknown[]) => void asked.push(request),
  })
  const payment = { network: { id: 2 } as never, currency: 3, amount: '1' }
  const wallet = { type: 'injected', key: 'a wallet' } as never
  const pay = store.set(payWithWalletAtom, wallet, payment, new AbortController(), () => undefined, connect)
  expect([await pay, asked]).toEqual([undefined, [['-3', message, SERVER]]])
})
