import type { CurrencyId, Millis, PairId } from '../../contract/ids.ts'
import type { Currency, Pair, PairRules } from '../../contract/markets/instruments.ts'
import type { Ticks } from '../../contract/money.ts'
import { type Book, emptyBook } from '../orderbook/book.ts'

export type Market = { pair: Pair; readonly book: Book; lastPrice: Ticks; lastTradeAt: Millis | undefined }
export type Currencies = Map<CurrencyId, Currency>
export type Markets = Map<PairId, Market>

type SavedMarket = {
  readonly pair: Pair
  readonly lastPrice: Ticks
  readonly lastTradeAt: Millis | null
}
type CurrencyPiece = { readonly part: 'currencies'; readonly items: readonly Currency[] }
/** Without the book: the orders module saves its queues. */
type MarketPiece = { readonly part: 'markets'; readonly items: readonly SavedMarket[] }
export type InstrumentPiece = CurrencyPiece | MarketPiece

export function addCurrency(currencies: Currencies, currency: Currency): void {
  currencies.set(currency.id, currency)
}

export function addMarket(markets: Markets, pair: Pair): void {
  markets.set(pair.id, { pair, book: emptyBook(), lastPrice: pair.referencePrice, lastTradeAt: undefined })
}

export function setRules(market: Market, rules: PairRules): void {
  market.pair = { ...market.pair, rules }
}

export const save = (currencies: Currencies, markets: Markets): InstrumentPiece[] => [
  { part: 'currencies', items: [...currencies.values()] },
  { part: 'markets', items: Array.from(markets.values(), savedMarket) },
]

export function loadCurrencies(currencies: Currencies, { items }: CurrencyPiece): void {
  for (const currency of items) addCurrency(currencies, currency)
}

export function loadMarkets(markets: Markets, { items }: MarketPiece): void {
  for (const { pair, lastPrice, lastTradeAt } of items)
    markets.set(pair.id, { pair, book: emptyBook(), lastPrice, lastTradeAt: lastTradeAt ?? undefined })
}

const savedMarket = ({ pair, lastPrice, lastTradeAt }: Market): SavedMarket => ({
  pair,
  lastPrice,
  lastTradeAt: lastTradeAt ?? null,
})
