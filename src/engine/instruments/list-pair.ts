import { tickLotOf } from '../../contract/markets/instruments.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { ListPair } from './commands.ts'
import { hasCurrency, hasHidden, refuseRules } from './pair-rules.ts'

/** Listing an equal pair again is accepted and changes nothing. */
export function refuse(state: State, command: ListPair): Refusal | undefined {
  const { pair, base, quote, tick, lot, referencePrice, rules } = command
  const name = `${state.currencies.get(base)?.symbol}/${state.currencies.get(quote)?.symbol}`
  if (!state.currencies.has(base) || !state.currencies.has(quote) || base === quote)
    return refusal('CURRENCY_NOT_FOUND')
  if ([base, quote].some((currency) => state.currencies.get(currency)?.kind === 'points'))
    return refusal('LISTING_INVALID', { name, reason: 'points cannot be traded' })
  if (hasHidden(state, { base, quote }))
    return refusal('LISTING_INVALID', { name, reason: 'one of its coins is hidden: list the coin again' })
  if (tickLotOf(tick, lot) === undefined)
    return refusal('LISTING_INVALID', { name, reason: 'one lot at one tick is not a whole number of quote units' })
  if (!Number.isSafeInteger(referencePrice) || referencePrice <= 0)
    return refusal('LISTING_INVALID', { name, reason: 'the reference price is not a whole number of ticks' })
  const listed = state.markets.get(pair)?.pair
  if (listed === undefined)
    return hasTwin(state, command) ? refusal('LISTING_CONFLICT', { name }) : refuseRules(name, rules)
  const isSame = listed.base.id === base && listed.quote.id === quote && listed.tick === tick && listed.lot === lot
  return isSame ? undefined : refusal('LISTING_CONFLICT', { name })
}

/** A market of the same coins, in this direction or the other one. */
const hasTwin = ({ markets }: State, { base, quote }: ListPair): boolean =>
  [...markets.values()].some(({ pair }) => hasCurrency(pair, base) && hasCurrency(pair, quote))

export function perform(execution: Execution, command: ListPair): void {
  const { pair: id, base, quote, tick, lot, referencePrice, rules } = command
  const { currencies, markets } = execution.state
  if (markets.has(id)) return
  const baseCurrency = expectDefined(currencies.get(base), 'the base currency is listed')
  const quoteCurrency = expectDefined(currencies.get(quote), 'the quote currency is listed')
  const symbol = `${baseCurrency.symbol}/${quoteCurrency.symbol}`
  const tickLot = expectDefined(tickLotOf(tick, lot), 'one lot at one tick is a whole number of quote units')
  const pair = { id, symbol, base: baseCurrency, quote: quoteCurrency, tick, lot, tickLot, referencePrice, rules }
  emit(execution, { type: 'pair-listed', pair })
}
