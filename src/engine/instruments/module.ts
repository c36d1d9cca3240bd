import { bookLines, openBook } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import { sorted } from '../sorted.ts'
import type { State } from '../state.ts'
import type { InstrumentCommand } from './commands.ts'
import type { InstrumentEvent } from './events.ts'
import * as hideCurrency from './hide-currency.ts'
import * as listCurrency from './list-currency.ts'
import * as listPair from './list-pair.ts'
import * as setPairRules from './set-pair-rules.ts'
import * as setReferencePrice from './set-reference-price.ts'
import {
  type InstrumentPiece,
  listedMarket,
  loadCurrencies,
  loadedMarket,
  type Market,
  newMarket,
  save,
  setPrice,
  setRules,
} from './state.ts'

export const instruments: Module<InstrumentCommand, InstrumentEvent, InstrumentPiece> = {
  handlers: {
    'list-currency': handlerOf(listCurrency),
    'hide-currency': handlerOf(hideCurrency),
    'list-pair': handlerOf(listPair),
    'set-pair-rules': handlerOf(setPairRules),
    'set-reference-price': handlerOf(setReferencePrice),
  },
  appliers: {
    'currency-listed'({ currencies, hiddenCurrencies }, { currency }) {
      currencies.set(currency.id, currency)
      hiddenCurrencies.delete(currency.id)
    },
    'currency-hidden': (state, event) => void state.hiddenCurrencies.add(event.currency),
    'pair-listed': (state, event) => addMarket(state, newMarket(event.pair)),
    'pair-rules-set': (state, event) => setRules(listedMarket(state.markets, event.pair), event.rules),
    'reference-price-set': (state, event) => setPrice(listedMarket(state.markets, event.pair), event.price),
  },
  loaders: {
    currencies: (state, piece) => loadCurrencies(state, piece),
    markets(state, { items }) {
      for (const saved of items) addMarket(state, loadedMarket(saved))
    },
  },
  save,
  *lines(state) {
    for (const [id, currency] of sorted(state.currencies))
      yield { currency: id, ...currency, hidden: state.hiddenCurrencies.has(id) }
    for (const [id, { pair, lastPrice, lastTradeAt }] of sorted(state.markets)) {
      yield { pair, lastPrice, lastTradeAt }
      yield* bookLines(state, id)
    }
  },
  holds: () => [],
}

function addMarket(state: State, market: Market): void {
  state.markets.set(market.pair.id, market)
  openBook(state, market)
}
