import type { Currency } from '../../contract/markets/instruments.ts'
import { USDT_ID, VALUATION_CURRENCY } from '../../contract/markets/valuation.ts'
import { UNIT_DECIMALS } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { ListCurrency } from './commands.ts'

const MAX_CURRENCIES = 10_000

/** Listing an equal currency again is accepted: it is shown again if it is hidden. */
export function refuse({ currencies }: State, { currency }: ListCurrency): Refusal | undefined {
  const { id, symbol, decimals } = currency
  const listed = currencies.get(id)
  if (listed !== undefined && !isSame(listed, currency)) return refusal('LISTING_CONFLICT', { name: symbol })
  if ([...currencies.values()].some((other) => other.id !== id && other.symbol === symbol))
    return refusal('LISTING_CONFLICT', { name: symbol })
  if (!Number.isSafeInteger(id) || id < 1 || id > MAX_CURRENCIES)
    return refusal('LISTING_INVALID', { name: symbol, reason: 'the id is not a number from 1 to 10,000' })
  if (!Number.isSafeInteger(decimals) || decimals < 0 || decimals > UNIT_DECIMALS)
    return refusal('LISTING_INVALID', { name: symbol, reason: `the decimals are not from 0 to ${UNIT_DECIMALS}` })
  if ((id === USDT_ID) !== (symbol === VALUATION_CURRENCY))
    return refusal('LISTING_INVALID', { name: symbol, reason: `the id ${USDT_ID} is that of ${VALUATION_CURRENCY}` })
  if (id === USDT_ID && decimals !== UNIT_DECIMALS)
    return refusal('LISTING_INVALID', { name: symbol, reason: `all values are in it, with ${UNIT_DECIMALS} decimals` })
  return undefined
}

const isSame = (a: Currency, b: Currency): boolean =>
  a.symbol === b.symbol && a.name === b.name && a.decimals === b.decimals && a.kind === b.kind

export function perform(execution: Execution, { currency }: ListCurrency): void {
  const { currencies, hiddenCurrencies } = execution.state
  if (!currencies.has(currency.id) || hiddenCurrencies.has(currency.id))
    emit(execution, { type: 'currency-listed', currency })
}
