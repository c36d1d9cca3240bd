/** The amount of a deposit with a connected wallet. */

import { expect, test } from 'vitest'
import { checkPayment, payWithWalletAtom } from '../../../../src/client/state/deposit/pay-with-wallet.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const network = { min_deposit: '1', withdraw_step: '0.000001' }

test.each([
  ['', 'none'],
  ['0', 'none'],
  ['.', 'none'],
  ['1,234', 'open'],
  ['1,2', 'open'],
  ['1,', 'open'],
  [',5', 'open'],
  ['12,345', 'open'],
  ['0.5', 'min'],
  ['1.0000001', 'step'],
  ['1234', undefined],
  ['1.234', undefined],
  ['01.5', undefined],
])('A deposit of "%s" with a wallet is judged: %s', (typed, why) => {
  expect(checkPayment(typed, network)).toBe(why)
})

test('An amount that can be two numbers asks no wallet and no server', async () => {
  const { store, replaceHttp } = fakeStore()
  const asked: string[] = []
  replaceHttp(async () => {
    asked.push('server')
    return { ok: true, value: { chain: '-3' } }
  })
  const connect = async () => {
    asked.push('wallet')
    return { address: '0:2', chain: '-3', send: async () => void asked.push('payment') }
  }
  const payment = { network: { id: 2 } as never, currency: 3, amount: '1,234' }
  const wallet = { type: 'injected', key: 'a wallet' } as never
  const pay = store.set(payWithWalletAtom, wallet, payment, new AbortController(), () => undefined, connect)
  expect([await pay, asked]).toEqual([expect.any(String), []])
})
