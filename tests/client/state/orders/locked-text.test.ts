import { expect, test } from 'vitest'
import { lockedText } from '../../../../src/client/state/orders/locked-text.ts'
import type { OrderView } from '../../../../src/contract/orders/views.ts'

const order = (fields: Partial<OrderView>) =>
  ({ pair_symbol: 'BTC/USDT', price: '61000', volume: '0.02', filled_volume: '0', ...fields }) as OrderView

test('Open orders hold what is not filled yet, at their prices, by the quote currency', () => {
  expect(lockedText([order({}), order({ filled_volume: '0.01' })])).toBe('1,830.00 USDT')
  expect(lockedText([order({}), order({ pair_symbol: 'ETH/BTC', price: '0.05', volume: '2' })])).toBe(
    '1,220.00 USDT, 0.1 BTC',
  )
})
