import type { Currency } from '../../contract/markets/instruments.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { ListCurrency } from './commands.ts'

const MAX_CURRENCIES = 10_000

/** Listing an equal currency again is accepted and changes nothing. */
export function refuse(state: State, { currency }: ListCurrency): Refusal | undefined {
  const listed = state.currencies.get(currency.id)
  if (listed !== undefined && !isSame(listed, currency)) return refusal('LISTING_CONFLICT', { name: currency.symbol })
  if (!Number.isSafeInteger(currency.id) || currency.id < 1 || currency.id > MAX_CURRENCIES)
    return refusal('LISTING_INVALID', { name: currency.symbol, reason: 'the id is not a number from 1 to 10,000' })
  return undefined
}

const isSame = (a: Currency, b: Currency): boolean => a.symbol === b.symbol && a.name === b.name && a.kind === b.kind

export function perform(execution: Execution, { currency }: ListCurrency): void {
  if (!execution.state.currencies.has(currency.id)) emit(execution, { type: 'currency-listed', currency })
}
