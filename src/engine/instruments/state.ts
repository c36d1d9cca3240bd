import type { CurrencyId, Millis, PairId } from '../../contract/ids.ts'
import type { Currency, Pair, PairRules } from '../../contract/markets/instruments.ts'
import type { Ticks } from '../../contract/money.ts'
import { expectDefined } from '../assert.ts'

/** `lastPrice`: of the last trade, or the reference price if that was set later. */
export type Market = { pair: Pair; lastPrice: Ticks; lastTradeAt: Millis | undefined }
export type Currencies = Map<CurrencyId, Currency>
export type Markets = Map<PairId, Market>

type Instruments = {
  readonly currencies: Currencies
  readonly hiddenCurrencies: Set<CurrencyId>
  readonly markets: Markets
}

type SavedMarket = {
  readonly pair: Pair
  readonly lastPrice: Ticks
  readonly lastTradeAt: Millis | null
}
type SavedCurrency = { readonly currency: Currency; readonly isHidden: boolean }
type CurrencyPiece = { readonly part: 'currencies'; readonly items: readonly SavedCurrency[] }
type MarketPiece = { readonly part: 'markets'; readonly items: readonly SavedMarket[] }
export type InstrumentPiece = CurrencyPiece | MarketPiece

export const listedMarket = (markets: Markets, id: PairId): Market =>
  expectDefined(markets.get(id), 'the pair is listed')

export const newMarket = (pair: Pair): Market => ({ pair, lastPrice: pair.referencePrice, lastTradeAt: undefined })

export function setRules(market: Market, rules: PairRules): void {
  market.pair = { ...market.pair, rules }
}

export function setPrice(market: Market, referencePrice: Ticks): void {
  market.pair = { ...market.pair, referencePrice }
  market.lastPrice = referencePrice
}

export const save = ({ currencies, hiddenCurrencies, markets }: Instruments): InstrumentPiece[] => [
  {
    part: 'currencies',
    items: Array.from(currencies.values(), (currency) => ({ currency, isHidden: hiddenCurrencies.has(currency.id) })),
  },
  { part: 'markets', items: Array.from(markets.values(), savedMarket) },
]

export function loadCurrencies({ currencies, hiddenCurrencies }: Instruments, { items }: CurrencyPiece): void {
  for (const { currency, isHidden } of items) {
    currencies.set(currency.id, currency)
    if (isHidden) hiddenCurrencies.add(currency.id)
  }
}

export const loadedMarket = ({ pair, lastPrice, lastTradeAt }: SavedMarket): Market => ({
  pair,
  lastPrice,
  lastTradeAt: lastTradeAt ?? undefined,
})

const savedMarket = ({ pair, lastPrice, lastTradeAt }: Market): SavedMarket => ({
  pair,
  lastPrice,
  lastTradeAt: lastTradeAt ?? null,
})
