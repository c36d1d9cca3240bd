/** The head of what the reader owns, in words: how much, in other money too, and how it changed within a period. */

import { atom } from 'jotai'
import { BALANCE_PERIODS, type BalancePeriod } from '../../contract/timeframes.ts'
import type { FullBalanceView } from '../../contract/views.ts'
import { moneyChange, percentChange, type Way, wayOf } from '../format/numbers.ts'
import { moneyWords, unitsMoney } from '../format/pair-numbers.ts'
import { balance } from '../text/en-assets.ts'
import { balanceHistory } from './balance-history.ts'
import { totalUsdtAtom } from './balances.ts'
import { fiatAtom, fiatWordsAtom } from './fiat.ts'
import { amountsHiddenAtom } from './preferences.ts'

export type BalanceWords = {
  readonly isHidden: boolean
  /** Undefined while it is not known. */
  readonly total: string | undefined
  readonly fiat: string | undefined
  readonly missing: string | undefined
  readonly period: BalancePeriod
  readonly change: { readonly way: Way; readonly words: string } | undefined
  /** What came from outside within the period, or left. */
  readonly outside: string | undefined
}

const all = Object.fromEntries(BALANCE_PERIODS.map((period) => [period, wordsOf(period)])) as Readonly<
  Record<BalancePeriod, ReturnType<typeof wordsOf>>
>

export const balanceWords = (period: BalancePeriod) => all[period]

function wordsOf(period: BalancePeriod) {
  return atom((get): BalanceWords => {
    const isHidden = get(amountsHiddenAtom)
    const total = get(totalUsdtAtom)
    const history = get(balanceHistory(period))
    const view = history.state === 'ready' ? history.value : undefined
    return {
      isHidden,
      total: total === undefined ? undefined : unitsMoney(total),
      fiat: total === undefined ? undefined : get(fiatWordsAtom)(total),
      missing: get(fiatAtom)?.missing,
      period,
      change: view && changeWords(view, isHidden),
      outside: view && outsideWords(view.net_deposits, isHidden),
    }
  })
}

/** `+94.99 (+0.94%)`; the percentage alone tells nobody how much there is. */
function changeWords(view: FullBalanceView, isHidden: boolean) {
  const [money, percent] = [moneyChange(view.change_balance), percentChange(view.change_percent)]
  return { way: wayOf(money), words: isHidden ? percent : `${money} (${percent})` }
}

function outsideWords(credited: string, isHidden: boolean): string | undefined {
  if (isHidden) return undefined
  if (!/[1-9]/.test(credited)) return balance.nothingMoved
  const money = moneyWords(credited.replace(/^-/, ''))
  return credited.startsWith('-') ? balance.wentOut(money) : balance.cameIn(money)
}
