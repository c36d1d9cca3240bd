import { expectDefined } from '../assert.ts'
import { bookLines } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import { sorted } from '../sorted.ts'
import type { InstrumentCommand } from './commands.ts'
import type { InstrumentEvent } from './events.ts'
import * as listCurrency from './list-currency.ts'
import * as listPair from './list-pair.ts'
import * as setPairRules from './set-pair-rules.ts'
import { addCurrency, addMarket, type InstrumentPiece, loadCurrencies, loadMarkets, save, setRules } from './state.ts'

export const instruments: Module<InstrumentCommand, InstrumentEvent, InstrumentPiece> = {
  handlers: {
    'list-currency': handlerOf(listCurrency),
    'list-pair': handlerOf(listPair),
    'set-pair-rules': handlerOf(setPairRules),
  },
  appliers: {
    'currency-listed': (state, event) => addCurrency(state.currencies, event.currency),
    'pair-listed': (state, event) => addMarket(state.markets, event.pair),
    'pair-rules-set': (state, event) =>
      setRules(expectDefined(state.markets.get(event.pair), 'the pair is listed'), event.rules),
  },
  loaders: {
    currencies: (state, piece) => loadCurrencies(state.currencies, piece),
    markets: (state, piece) => loadMarkets(state.markets, piece),
  },
  save: (state) => save(state.currencies, state.markets),
  *lines(state) {
    for (const [id, currency] of sorted(state.currencies)) yield { currency: id, ...currency }
    for (const [id, { pair, lastPrice, lastTradeAt }] of sorted(state.markets)) {
      yield { pair, lastPrice, lastTradeAt }
      yield* bookLines(state, id)
    }
  },
  holds: () => [],
}
