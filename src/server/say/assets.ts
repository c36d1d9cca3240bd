/** What a user owns, and what it is worth at the last trades. */

import type { Currency, Pair } from '../../contract/catalogue.ts'
import type { CurrencyId, UserId } from '../../contract/ids.ts'
import { formatUnits, PRICE_DECIMALS, type Units } from '../../contract/money.ts'
import type { AssetView, BalanceChangeView } from '../../contract/views.ts'
import { balance } from '../../engine/ledger/ledger.ts'
import type { Market, State } from '../../engine/state.ts'
import { currencyView } from './market.ts'

/** The currency that everything is valued in. */
const MEASURE = 'USDT'

/** Every listed currency, whether the user has any or not. */
export const assetViews = (state: State, user: UserId): AssetView[] =>
  [...state.currencies.values()].map((currency) => {
    const { currency_id: _id, ...figures } = balanceView(state, user, currency)
    return { currency: currencyView(currency), ...figures }
  })

/** Only what there is any of. */
export const positionViews = (state: State, user: UserId): AssetView[] =>
  assetViews(state, user).filter(({ balance, frozen_balance }) => balance !== '0' || frozen_balance !== '0')

export function balanceView(state: State, user: UserId, currency: Currency): BalanceChangeView {
  const free = balance(state.ledger, user, 'free', currency.id)
  const held = balance(state.ledger, user, 'held', currency.id)
  return {
    currency_id: currency.id,
    balance: formatUnits(free),
    frozen_balance: formatUnits(held),
    usdt_total: formatUnits(worth(state, currency, free + held)),
    pnl: null,
    pnl_percent: null,
  }
}

/** At the last trade's price, rounded down; nothing where no pair measures the currency. */
function worth(state: State, currency: Currency, amount: Units): Units {
  if (currency.symbol === MEASURE) return amount
  const market = measuring(state, currency.id)
  if (market === undefined) return 0n
  return (amount * priceOf(market.pair, market.lastPrice)) / 10n ** BigInt(PRICE_DECIMALS)
}

function measuring(state: State, currency: CurrencyId): Market | undefined {
  for (const market of state.markets.values())
    if (market.pair.base.id === currency && market.pair.quote.symbol === MEASURE) return market
  return undefined
}

/** In 10⁻¹⁰ of the quote currency. */
const priceOf = (pair: Pair, price: number): bigint => BigInt(price) * pair.tick
