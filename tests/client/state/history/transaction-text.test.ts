/** The words of a row of the history, and what is announced. */

import { expect, test } from 'vitest'
import { transactionText } from '../../../../src/client/state/history/transaction-text.ts'
import { transactionToast } from '../../../../src/client/state/history/transaction-toast.ts'
import { transactionView } from '../../../fixtures/client-transactions.ts'

test('The row of a conversion shows what was paid, received and left over', () => {
  const fields = { currency_symbol: 'ETH', amount: '0.1', to_amount: '0.002', to_currency_symbol: 'BTC' }
  expect(transactionText(transactionView('1', 'convert', fields))).toEqual({
    title: 'ETH to BTC',
    figure: '+0.002',
    symbol: 'BTC',
    under: ['−0.1 ETH'],
  })
  const change = { change: '0.09', change_symbol: 'USDT' }
  expect(transactionText(transactionView('1', 'convert', { ...fields, ...change })).under).toEqual([
    '−0.1 ETH',
    '+0.09 USDT',
  ])
})

test('The row of small deposits has their number, and none of them is announced', () => {
  const small = transactionView('1', 'deposit', { count: 12, amount: '0.04' })
  expect(transactionText(small)).toMatchObject({ title: '12 small deposits', figure: '+0.04' })
  expect(transactionText({ ...small, count: 1 }).title).toBe('Small deposit')
  expect(transactionToast(small)).toBeUndefined()
  expect(transactionToast({ ...small, count: null })?.title).toBe('Deposit received')
})
