/** Conversions in the engine: one leg each, in turn in both directions against resting orders. */

import type { UserId } from '../../src/contract/ids.ts'
import type { Units } from '../../src/contract/money.ts'
import { type Command, execute } from '../../src/engine/exchange.ts'
import { Exchange, RULES } from '../engine/exchange.ts'
import { processorMillis, type Row, rounded } from './statistics.ts'

const CONVERSIONS = 100_000
const [USDT, BTC] = [1, 2]
/** 10⁻⁴ BTC. */
const LOT = 10n ** 4n

export function measureConversions(): Row {
  const rules = { ...RULES, maxQuantity: 10 ** 9, minNotional: 0n, maxNotional: 10n ** 18n }
  const stock = { USDT: 10 ** 9, BTC: 10 ** 6 }
  const exchange = new Exchange({ ann: stock, bob: stock }, rules, LOT)
  for (let level = 0; level < 10; level++) {
    exchange.buys('bob', 10 ** 8, { at: 99 - level })
    exchange.sells('bob', 10 ** 8, { at: 101 + level })
  }
  const { state } = exchange
  const start = processorMillis()
  for (let index = 0; index < CONVERSIONS; index++) {
    const at = exchange.now + index
    const [from, to] = index % 2 === 0 ? [USDT, BTC] : [BTC, USDT]
    const fromAmount = from === USDT ? 101n * 10n ** 8n : 10n ** 8n
    const terms = { from, to, fromAmount, minTo: 1n as Units, spread: 5_000, validUntil: at + 10_000 }
    const command = { type: 'convert', user: 'ann' as UserId, clientId: `id-${index}`, ...terms } as Command
    const { answer } = execute(state, { seq: state.seq + 1, at, rules: state.rules, command })
    if (answer.type !== 'converted') throw new Error(JSON.stringify(answer))
  }
  const perSecond = rounded(CONVERSIONS / (processorMillis() - start))
  return { what: 'engine: conversions of one leg, k/s', p50: perSecond, p99: '' }
}
