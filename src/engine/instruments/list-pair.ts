import { type Currency, isCoin, smallestOf, tickLotOf } from '../../contract/markets/instruments.ts'
import { formatUnits } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { ListPair } from './commands.ts'
import { hasCurrency, hasHidden, refuseRules } from './pair-rules.ts'

/** Listing an equal pair again is accepted and changes nothing. */
export function refuse(state: State, command: ListPair): Refusal | undefined {
  const { pair, tick, lot, referencePrice, rules } = command
  const [base, quote] = [state.currencies.get(command.base), state.currencies.get(command.quote)]
  if (base === undefined || quote === undefined || base === quote) return refusal('CURRENCY_NOT_FOUND')
  const symbol = symbolOf(base, quote)
  const invalid = (reason: string): Refusal => refusal('LISTING_INVALID', { name: symbol, reason })
  if (!isCoin(base) || !isCoin(quote)) return invalid('points cannot be traded')
  if (hasHidden(state, command)) return invalid('one of its coins is hidden: list the coin again')
  if (lot <= 0n || lot % smallestOf(base) !== 0n)
    return invalid(`the lot size is not a multiple of ${formatUnits(smallestOf(base))} ${base.symbol}`)
  const tickLot = tickLotOf(tick, lot)
  if (tickLot === undefined || tickLot % smallestOf(quote) !== 0n)
    return invalid(`one lot at one tick is not a multiple of ${formatUnits(smallestOf(quote))} ${quote.symbol}`)
  if (!Number.isSafeInteger(referencePrice) || referencePrice <= 0)
    return invalid('the reference price is not a whole number of ticks')
  const listed = state.markets.get(pair)?.pair
  if (listed === undefined)
    return hasTwin(state, command)
      ? refusal('LISTING_CONFLICT', { name: symbol })
      : refuseRules({ symbol, base, quote, lot }, rules)
  const isSame =
    listed.base.id === base.id && listed.quote.id === quote.id && listed.tick === tick && listed.lot === lot
  return isSame ? undefined : refusal('LISTING_CONFLICT', { name: symbol })
}

const symbolOf = (base: Currency, quote: Currency): string => `${base.symbol}/${quote.symbol}`

/** A market of the same coins, in this direction or the other one. */
const hasTwin = ({ markets }: State, { base, quote }: ListPair): boolean =>
  [...markets.values()].some(({ pair }) => hasCurrency(pair, base) && hasCurrency(pair, quote))

export function perform(execution: Execution, command: ListPair): void {
  const { pair: id, base, quote, tick, lot, referencePrice, rules } = command
  const { currencies, markets } = execution.state
  if (markets.has(id)) return
  const baseCurrency = expectDefined(currencies.get(base), 'the base currency is listed')
  const quoteCurrency = expectDefined(currencies.get(quote), 'the quote currency is listed')
  const symbol = symbolOf(baseCurrency, quoteCurrency)
  const tickLot = expectDefined(tickLotOf(tick, lot), 'one lot at one tick is a whole number of quote units')
  const pair = { id, symbol, base: baseCurrency, quote: quoteCurrency, tick, lot, tickLot, referencePrice, rules }
  emit(execution, { type: 'pair-listed', pair })
}
