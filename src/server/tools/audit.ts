/** `npm run audit`: does everything add up? Every currency to zero, nothing below zero, every hold an open order. */

import type { Currency } from '../../contract/catalogue.ts'
import type { CurrencyId } from '../../contract/ids.ts'
import { formatUnits, type Units } from '../../contract/money.ts'
import { known } from '../../engine/assert.ts'
import type { Balances, Owner, Part } from '../../engine/ledger/ledger.ts'
import { holdOf, spends } from '../../engine/orders/hold.ts'
import { leftOf } from '../../engine/orders/order.ts'
import type { State } from '../../engine/state.ts'
import { recover } from '../core/recovery.ts'
import { newestThatFits } from '../core/snapshots.ts'
import { openLog } from '../log.ts'
import { counted, runTool, type StoredExchange, textTable } from './stored-exchange.ts'

const COLUMNS = ['users free', 'users held', 'demo', 'fees', 'world', 'nobody', 'sum'] as const
type Column = (typeof COLUMNS)[number]

/** Of the state as the journal leads to it, from the newest snapshot that fits. */
export async function audit({ journal, snapshots }: StoredExchange) {
  const log = openLog('warn', { write: (line) => void process.stderr.write(line) })
  const from = await newestThatFits(snapshots, log, journal, Number.MAX_SAFE_INTEGER)
  const { state } = await recover(journal, () => undefined, from)
  return auditOf(state)
}

export function auditOf(state: State): { readonly report: string; readonly complaint: string | undefined } {
  const complaints = [...belowZero(state), ...wrongHolds(state)]
  const rows = [...state.currencies.values()].map((currency) => {
    const sums = sumsOf(state, currency.id)
    if (sums.sum !== 0n) complaints.push(`${amount(sums.sum, currency)} too much: all accounts together are not zero`)
    if (sums.nobody !== 0n) complaints.push(`${amount(sums.nobody, currency)} belong to nobody who has an account`)
    return [currency.symbol, ...COLUMNS.map((column) => formatUnits(sums[column]))]
  })
  const table = textTable([['currency', ...COLUMNS], ...rows])
  const about = `${counted(state.accounts.size)} accounts, ${counted(state.orders.size)} open orders`
  return {
    report: `${table}\n${about}, up to command ${counted(state.seq)}`,
    complaint: complaints.length > 0 ? complaints.join('\n') : undefined,
  }
}

function sumsOf(state: State, currency: CurrencyId): Record<Column, Units> {
  const sums = { 'users free': 0n, 'users held': 0n, demo: 0n, fees: 0n, world: 0n, nobody: 0n, sum: 0n }
  for (const [owner, balances] of state.ledger)
    for (const part of ['free', 'held'] as const) {
      const units = balances[part][currency] ?? 0n
      sums[columnOf(state, owner, part)] += units
      sums.sum += units
    }
  return sums
}

function columnOf({ accounts }: State, owner: Owner, part: Part): Column {
  if (owner === 'fees' || owner === 'world') return owner
  const kind = accounts.get(owner)?.kind
  if (kind === undefined) return 'nobody'
  return kind === 'demo' ? 'demo' : `users ${part}`
}

/** What the world owes is what was ever given out: only that is below zero. */
function belowZero(state: State): string[] {
  return [...state.ledger].flatMap(([owner, balances]) =>
    each(state, balances).flatMap(({ currency, free, held }) => [
      ...(free < 0n && owner !== 'world' ? [`${owner} has ${amount(free, currency)} free`] : []),
      ...(held < 0n ? [`${owner} has ${amount(held, currency)} held`] : []),
    ]),
  )
}

function wrongHolds(state: State): string[] {
  const asked = new Map<Owner, Units[]>()
  for (const order of state.orders.values()) {
    const { user, side, terms } = order
    const { pair } = known(state.markets.get(order.pair), 'an open order has a market')
    const holds = asked.get(user) ?? []
    const currency = spends(pair, side)
    holds[currency] = (holds[currency] ?? 0n) + holdOf(pair, side, terms, leftOf(order))
    asked.set(user, holds)
  }
  return [...state.ledger].flatMap(([owner, balances]) =>
    each(state, balances).flatMap(({ currency, held }) => {
      const wanted = asked.get(owner)?.[currency.id] ?? 0n
      if (held === wanted) return []
      return [`${owner} has ${amount(held, currency)} held, and open orders for ${amount(wanted, currency)}`]
    }),
  )
}

const each = ({ currencies }: State, { free, held }: Balances) =>
  Array.from(currencies.values(), (currency) => ({
    currency,
    free: free[currency.id] ?? 0n,
    held: held[currency.id] ?? 0n,
  }))

const amount = (units: Units, { symbol }: Currency): string => `${formatUnits(units)} ${symbol}`

if (import.meta.main) await runTool(audit)
