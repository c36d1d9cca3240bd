/** The total balance as text: value, value in the second currency, change within a period. */

import { atom } from 'jotai'
import { PERIODS, type Period } from '../../../contract/markets/timeframes.ts'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import type { FullBalanceView } from '../../../contract/portfolio/views.ts'
import { fiatMoney } from '../../format/fiat.ts'
import { type Direction, directionOf, moneyChange, percentChange } from '../../format/numbers.ts'
import { formatMoney, formatUnitsMoney } from '../../format/pair-numbers.ts'
import { assetsText } from '../../text/assets.ts'
import { amountsHiddenAtom, selectedCurrencyAtom, totalInFiatAtom } from '../app/preferences.ts'
import { fiatAtom, isRepeated } from '../markets/fiat-rates.ts'
import { balanceHistory } from './balance-history.ts'
import { totalUsdtAtom } from './balances.ts'

type BalanceText = {
  readonly isHidden: boolean
  /** Undefined while loading. */
  readonly total: string | undefined
  /** The currency of the total, and the currencies to choose from. */
  readonly unit: string
  readonly units: readonly string[]
  /** The total in the other currency; undefined if it is the same figure. */
  readonly secondary: string | undefined
  readonly missingRate: string | undefined
  readonly period: Period
  readonly change: { readonly direction: Direction; readonly text: string } | undefined
  /** Deposits minus withdrawals within the period. */
  readonly netDeposits: string | undefined
}

const texts = Object.fromEntries(PERIODS.map((period) => [period, textOf(period)])) as Readonly<
  Record<Period, ReturnType<typeof textOf>>
>

export const balanceText = (period: Period) => texts[period]

function textOf(period: Period) {
  return atom((get): BalanceText => {
    const isHidden = get(amountsHiddenAtom)
    const total = get(totalUsdtAtom)
    const history = get(balanceHistory(period))
    const view = history.state === 'ready' ? history.value : undefined
    const fiat = get(fiatAtom)
    const [usdt, inFiat] = total === undefined ? [] : [formatUnitsMoney(total), fiat && fiatMoney(fiat, total)]
    const isOneFigure = fiat !== undefined && isRepeated(fiat)
    const isInFiat = get(totalInFiatAtom) && fiat !== undefined
    return {
      isHidden,
      total: isInFiat ? inFiat : usdt,
      unit: isInFiat ? fiat.code : VALUATION_CURRENCY,
      units: [VALUATION_CURRENCY, fiat?.code ?? get(selectedCurrencyAtom)],
      secondary: isOneFigure ? undefined : isInFiat ? usdt && `${usdt} ${VALUATION_CURRENCY}` : inFiat,
      missingRate: fiat?.missingCode,
      period,
      change: view && changeText(view, isHidden, isInFiat),
      netDeposits: view && netDepositsText(view.net_deposits, isHidden),
    }
  })
}

/** `+94.99 (+0.94%)`, with `USDT` when the total is in fiat. Hidden amounts show the percentage only. */
function changeText(view: FullBalanceView, isHidden: boolean, isInFiat: boolean) {
  const [money, percent] = [moneyChange(view.change_balance), percentChange(view.change_percent)]
  return {
    direction: directionOf(money),
    text: isHidden ? percent : `${money} ${isInFiat ? `${VALUATION_CURRENCY} ` : ''}(${percent})`,
  }
}

function netDepositsText(amount: string, isHidden: boolean): string | undefined {
  if (isHidden) return undefined
  if (!/[1-9]/.test(amount)) return assetsText.balance.nothingMoved
  const money = formatMoney(amount.replace(/^-/, ''))
  return amount.startsWith('-') ? assetsText.balance.withdrawn(money) : assetsText.balance.added(money)
}
