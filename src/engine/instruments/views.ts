/** Currencies and markets for other modules, and for readers outside the engine. */

import type { CurrencyId, PairId } from '../../contract/ids.ts'
import { type Currency, isCoin } from '../../contract/markets/instruments.ts'
import type { State } from '../state.ts'
import type { Market } from './state.ts'

export type MarketView = Readonly<Market>

export const currencyOf = (state: State, id: CurrencyId): Currency | undefined => state.currencies.get(id)
export const isHidden = (state: State, id: CurrencyId): boolean => state.hiddenCurrencies.has(id)
export const currencies = (state: State): Iterable<Currency> => state.currencies.values()
/** Currencies that are not points: the only list for display, valuation and trading. */
export const coins = (state: State): readonly Currency[] => [...state.currencies.values()].filter(isCoin)

export const marketOf = (state: State, id: PairId): MarketView | undefined => state.markets.get(id)
export const markets = (state: State): Iterable<MarketView> => state.markets.values()
