/** The head of what the reader owns, in words: how much, in other money too, and how it changed within a period. */

import { atom } from 'jotai'
import { PERIODS, type Period } from '../../contract/timeframes.ts'
import type { FullBalanceView } from '../../contract/views.ts'
import { MEASURE } from '../../contract/worth.ts'
import { moneyChange, percentChange, type Way, wayOf } from '../format/numbers.ts'
import { moneyWords, unitsMoney } from '../format/pair-numbers.ts'
import { balance } from '../text/en-assets.ts'
import { balanceHistory } from './balance-history.ts'
import { totalUsdtAtom } from './balances.ts'
import { fiatAtom, fiatWordsAtom } from './fiat.ts'
import { amountsHiddenAtom, selectedCurrencyAtom, totalInFiatAtom } from './preferences.ts'

export type BalanceWords = {
  readonly isHidden: boolean
  /** Undefined while it is not known. */
  readonly total: string | undefined
  /** In which money the total is, and may be instead. */
  readonly unit: string
  readonly units: readonly string[]
  /** The same in the other money. */
  readonly other: string | undefined
  readonly missing: string | undefined
  readonly period: Period
  readonly change: { readonly way: Way; readonly words: string } | undefined
  /** What came from outside within the period, or left. */
  readonly outside: string | undefined
}

const all = Object.fromEntries(PERIODS.map((period) => [period, wordsOf(period)])) as Readonly<
  Record<Period, ReturnType<typeof wordsOf>>
>

export const balanceWords = (period: Period) => all[period]

function wordsOf(period: Period) {
  return atom((get): BalanceWords => {
    const isHidden = get(amountsHiddenAtom)
    const total = get(totalUsdtAtom)
    const history = get(balanceHistory(period))
    const view = history.state === 'ready' ? history.value : undefined
    const fiat = get(fiatAtom)
    const [usdt, inFiat] = total === undefined ? [] : [unitsMoney(total), get(fiatWordsAtom)(total)]
    const isInFiat = get(totalInFiatAtom) && fiat !== undefined
    return {
      isHidden,
      total: isInFiat ? inFiat : usdt,
      unit: isInFiat ? fiat.code : MEASURE,
      units: [MEASURE, fiat?.code ?? get(selectedCurrencyAtom)],
      other: isInFiat ? usdt && `${usdt} ${MEASURE}` : inFiat,
      missing: fiat?.missing,
      period,
      change: view && changeWords(view, isHidden, isInFiat),
      outside: view && outsideWords(view.net_deposits, isHidden),
    }
  })
}

/** `+94.99 (+0.94%)`, in USDT, said so beside other money; the percentage alone tells nobody how much there is. */
function changeWords(view: FullBalanceView, isHidden: boolean, isInFiat: boolean) {
  const [money, percent] = [moneyChange(view.change_balance), percentChange(view.change_percent)]
  return { way: wayOf(money), words: isHidden ? percent : `${money} ${isInFiat ? `${MEASURE} ` : ''}(${percent})` }
}

function outsideWords(credited: string, isHidden: boolean): string | undefined {
  if (isHidden) return undefined
  if (!/[1-9]/.test(credited)) return balance.nothingMoved
  const money = moneyWords(credited.replace(/^-/, ''))
  return credited.startsWith('-') ? balance.wentOut(money) : balance.cameIn(money)
}
