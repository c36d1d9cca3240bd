import { isCoin } from '../../contract/markets/instruments.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { HideCurrency } from './commands.ts'
import { hasCurrency } from './pair-rules.ts'

/** Users must be able to cancel the orders that hold the coin. Hiding a hidden currency changes nothing. */
export function refuse({ currencies, markets }: State, { currency: id }: HideCurrency): Refusal | undefined {
  const currency = currencies.get(id)
  if (currency === undefined || !isCoin(currency)) return refusal('CURRENCY_NOT_FOUND')
  for (const { pair } of markets.values())
    if (hasCurrency(pair, id) && pair.rules.status !== 'cancel_only')
      return refusal('HIDE_REFUSED', { name: currency.symbol, pair: pair.symbol })
  return undefined
}

export function perform(execution: Execution, { currency }: HideCurrency): void {
  if (!execution.state.hiddenCurrencies.has(currency)) emit(execution, { type: 'currency-hidden', currency })
}
