/** The words of a row of the history, and what is announced. */

import { expect, test } from 'vitest'
import { historyGroups } from '../../../../src/client/state/history/history-groups.ts'
import { transactionCells, transactionText } from '../../../../src/client/state/history/transaction-text.ts'
import { transactionToast } from '../../../../src/client/state/history/transaction-toast.ts'
import { transactionView } from '../../../fixtures/client-transactions.ts'

test('The row of a conversion shows what was paid, received and left over', () => {
  const fields = { currency_symbol: 'ETH', amount: '0.1', to_amount: '0.002', to_currency_symbol: 'BTC' }
  expect(transactionText(transactionView('1', 'convert', fields))).toEqual({
    title: 'ETH to BTC',
    detail: '',
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

test('The row of a trade says what was bought or sold, at which average price, and what it cost', () => {
  const order = { pair_symbol: 'BTC/USDT', side: 'buy', type: 'market', price: '65866.1049' } as const
  const bought = { order, amount: '2499.94', to_amount: '0.03791704', to_currency_symbol: 'BTC' }
  expect(transactionText(transactionView('1', 'trade', bought))).toEqual({
    title: 'Bought BTC',
    detail: 'Market at\u00a065,866.10',
    figure: '+0.03791704',
    symbol: 'BTC',
    under: ['−2,499.94 USDT'],
  })
  const sold = {
    order: { pair_symbol: 'PEPE/USDT', side: 'sell', type: 'limit', price: '0.00001234567' } as const,
    currency_symbol: 'PEPE',
    amount: '1000000',
    to_amount: '12.33',
    to_currency_symbol: 'USDT',
  }
  expect(transactionText(transactionView('1', 'trade', sold))).toMatchObject({
    title: 'Sold PEPE',
    detail: 'Limit at\u00a00.0₄1234',
    figure: '+12.33',
    under: ['−1,000,000 PEPE'],
  })
})

test('Rows are grouped: what is in progress first, then by day', () => {
  const now = new Date(2026, 10, 29, 12).getTime()
  const at = (hours: number) => ({ created_at: new Date(now - hours * 3_600_000).toISOString() })
  const views = [
    transactionView('today', 'reward', at(1)),
    transactionView('sent', 'withdrawal', { ...at(2), status: 'sent' }),
    transactionView('yesterday', 'trade', at(24)),
    transactionView('confirming', 'deposit', { ...at(25), status: 'confirming' }),
    transactionView('older', 'convert', at(72)),
  ]
  const groups = historyGroups(views, now).map(({ title, items }) => [title, items.map(({ uuid }) => uuid)])
  expect(groups).toEqual([
    ['In progress', ['sent', 'confirming']],
    ['Today', ['today']],
    ['Yesterday', ['yesterday']],
    ['26 Nov', ['older']],
  ])
})

test('The row of small deposits has their number, and none of them is announced', () => {
  const small = transactionView('1', 'deposit', { count: 12, amount: '0.04' })
  expect(transactionText(small)).toMatchObject({ title: '12 small deposits', figure: '+0.04' })
  expect(transactionText({ ...small, count: 1 }).title).toBe('Small deposit')
  expect(transactionToast(small)).toBeUndefined()
  expect(transactionToast({ ...small, count: null })?.title).toBe('Deposit received')
})

test('The welcome balance has two decimals, and is called so', () => {
  const view = transactionView('1', 'welcome', { amount: '10000', reason: 'Welcome balance' })
  expect(transactionText(view)).toEqual({
    title: 'Welcome balance',
    detail: '',
    figure: '+10,000.00',
    symbol: 'USDT',
    under: [],
  })
})

test('The table of a desk has the kind of an order, its pair, price and fee, and a dash for what there is not', () => {
  const order = { pair_symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '65866.1049' } as const
  const sold = {
    order,
    currency_symbol: 'BTC',
    to_currency_symbol: 'USDT',
    to_amount: '9',
    fee: '0.01',
    fee_symbol: 'USDT',
  }
  expect(transactionCells(transactionView('1', 'trade', sold))).toEqual({
    type: 'Sell',
    kind: 'Limit',
    asset: 'BTC/USDT',
    price: '65,866.10',
    fee: '0.01 USDT',
  })
  const converted = { currency_symbol: 'ETH', to_currency_symbol: 'BTC', to_amount: '0.002', fee: '0' }
  expect(transactionCells(transactionView('1', 'convert', converted))).toEqual({
    type: 'Conversion',
    kind: '',
    asset: 'ETH to BTC',
    price: '–',
    fee: '–',
  })
  const deposit = transactionView('1', 'deposit', { network: 'Ethereum', fee: '0' })
  expect(transactionCells(deposit)).toMatchObject({ type: 'Deposit', kind: 'Ethereum', asset: 'USDT' })
  const reward = transactionView('1', 'reward', { reason: 'Mined for 8h', currency_symbol: 'XP', fee: '0' })
  expect(transactionCells(reward)).toMatchObject({ type: 'Reward', kind: 'Mined for 8h', asset: 'XP' })
})
