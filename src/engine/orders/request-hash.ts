import { assertNever } from '../../contract/assert-never.ts'
import type { PairId } from '../../contract/ids.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { OrderTerms } from '../../contract/orders/order-terms.ts'
import { numbersHash } from '../idempotency/text-hash.ts'

const SIDES = { buy: 0, sell: 1 } as const
const TIMES = { GTC: 0, IOC: 1, FOK: 2 } as const

/** Of everything that an order asks for. It is persisted, so it must not change. */
export function requestHash({ pair, side, terms }: { pair: PairId; side: Side; terms: OrderTerms }): number {
  switch (terms.type) {
    case 'limit': {
      const { price, quantity, timeInForce, postOnly } = terms
      return numbersHash([0, pair, SIDES[side], price, quantity, TIMES[timeInForce], postOnly ? 1 : 0])
    }
    case 'market': {
      const { slippage } = terms
      if (terms.by === 'quantity') return numbersHash([1, pair, SIDES[side], terms.quantity, slippage])
      const [high, low] = [Number(terms.total >> 32n), Number(BigInt.asUintN(32, terms.total))]
      return numbersHash([2, pair, SIDES[side], high, low, slippage])
    }
    default:
      return assertNever(terms)
  }
}
