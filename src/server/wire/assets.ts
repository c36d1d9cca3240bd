/** What a user owns, and what it is worth at the last trades. */

import type { Currency } from '../../contract/catalogue.ts'
import type { UserId } from '../../contract/ids.ts'
import { formatDecimal, formatUnits, PRICE_DECIMALS, type Units } from '../../contract/money.ts'
import type { AssetView, BalanceChangeView } from '../../contract/views.ts'
import { worth } from '../../contract/worth.ts'
import { balance } from '../../engine/ledger/ledger.ts'
import type { State } from '../../engine/state.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import type { Position } from '../projections/position.ts'
import { currencyView } from './market.ts'

/** Every listed currency, whether the user has any or not. */
export const assetViews = (state: State, portfolio: Portfolio, user: UserId): AssetView[] =>
  [...state.currencies.values()].map((currency) => {
    const { currency_id: _id, ...figures } = balanceView(state, portfolio, user, currency)
    return { currency: currencyView(currency), ...figures }
  })

/** Only what there is any of. */
export const positionViews = (state: State, portfolio: Portfolio, user: UserId): AssetView[] =>
  assetViews(state, portfolio, user).filter(({ balance, frozen_balance }) => balance !== '0' || frozen_balance !== '0')

export function balanceView(state: State, portfolio: Portfolio, user: UserId, currency: Currency): BalanceChangeView {
  const free = balance(state.ledger, user, 'free', currency.id)
  const held = balance(state.ledger, user, 'held', currency.id)
  return {
    currency_id: currency.id,
    balance: formatUnits(free),
    frozen_balance: formatUnits(held),
    usdt_total: formatUnits(worthNow(state, currency, free + held) ?? 0n),
    ...profit(state, currency, portfolio.positionOf(user, currency.id)),
  }
}

const worthNow = (state: State, currency: Currency, amount: Units): Units | undefined =>
  worth(state.markets.values(), currency.id, amount)

type Profit = Pick<BalanceChangeView, 'pnl' | 'pnl_percent' | 'avg_price'>

/** Unrealised, by average cost; nothing is said where no pair measures the currency. */
function profit(state: State, currency: Currency, { amount, cost }: Position): Profit {
  const now = worthNow(state, currency, amount)
  if (now === undefined) return { pnl: null, pnl_percent: null, avg_price: null }
  return {
    pnl: formatUnits(now - cost),
    pnl_percent: percentOf(now - cost, cost),
    avg_price: amount === 0n ? null : formatDecimal((cost * 10n ** BigInt(PRICE_DECIMALS)) / amount, PRICE_DECIMALS),
  }
}

/** With two decimals, towards zero; of nothing it is zero. */
export const percentOf = (part: Units, whole: Units): string =>
  whole <= 0n ? '0' : formatDecimal((part * 10_000n) / whole, 2)
