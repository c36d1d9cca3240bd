/** Balances as JSON, valued at the last prices. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import { valuation } from '../../contract/markets/valuation.ts'
import { formatDecimal, formatUnits, minus, PRICE_DECIMALS, plus, type Units, ZERO } from '../../contract/money.ts'
import type { AssetView, BalanceChangeView } from '../../contract/portfolio/views.ts'
import type { State } from '../../engine/exchange.ts'
import { coins, free, held, isHidden, markets } from '../../engine/exchange.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import type { Position } from '../portfolio/position.ts'
import { currencyView } from './market.ts'

/** Every listed coin, whether the user has any or not, and hidden coins that the user has. */
export const assetViews = (state: State, portfolio: Portfolio, user: UserId): AssetView[] =>
  coins(state)
    .filter(({ id }) => !isHidden(state, id) || isHeld(state, user, id))
    .map((currency) => {
      const { currency_id: _id, ...figures } = balanceView(state, portfolio, user, currency)
      return { currency: currencyView(currency), ...figures }
    })

const isHeld = (state: State, user: UserId, currency: CurrencyId): boolean =>
  free(state, user, currency) > 0n || held(state, user, currency) > 0n

/** Coins with a balance. */
export const positionViews = (state: State, portfolio: Portfolio, user: UserId): AssetView[] =>
  assetViews(state, portfolio, user).filter(({ balance, frozen_balance }) => balance !== '0' || frozen_balance !== '0')

export function balanceView(state: State, portfolio: Portfolio, user: UserId, currency: Currency): BalanceChangeView {
  const [available, reserved] = [free(state, user, currency.id), held(state, user, currency.id)]
  return {
    currency_id: currency.id,
    balance: formatUnits(available),
    frozen_balance: formatUnits(reserved),
    usdt_total: formatUnits(currentValue(state, currency, plus(available, reserved)) ?? ZERO),
    ...profit(state, currency, portfolio.positionOf(user, currency.id)),
  }
}

const currentValue = (state: State, currency: Currency, amount: Units): Units | undefined =>
  valuation(markets(state), currency.id, amount)

type Profit = Pick<BalanceChangeView, 'pnl' | 'pnl_percent' | 'avg_price'>

/** Unrealised profit by average cost; null if the currency cannot be valued. */
function profit(state: State, currency: Currency, { amount, cost }: Position): Profit {
  const now = currentValue(state, currency, amount)
  if (now === undefined) return { pnl: null, pnl_percent: null, avg_price: null }
  const pnl = minus(now, cost)
  return {
    pnl: formatUnits(pnl),
    pnl_percent: percentOf(pnl, cost),
    avg_price: amount === 0n ? null : formatDecimal((cost * 10n ** BigInt(PRICE_DECIMALS)) / amount, PRICE_DECIMALS),
  }
}

/** Two decimals, rounded toward zero; 0 if `whole` is not positive. */
export const percentOf = (part: Units, whole: Units): string =>
  whole <= 0n ? '0' : formatDecimal((part * 10_000n) / whole, 2)
