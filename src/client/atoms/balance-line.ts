/** The line of a balance over a period: its figures, which way it went, and what a point of it says. */

import { atom } from 'jotai'
import { PERIODS, type Period } from '../../contract/timeframes.ts'
import type { FullBalanceView } from '../../contract/views.ts'
import { moneyChange, type Way, wayOf } from '../format/numbers.ts'
import { moneyWords } from '../format/pair-numbers.ts'
import { dayTime } from '../format/times.ts'
import { text } from '../text/en.ts'
import { balance } from '../text/en-assets.ts'
import { balanceHistory } from './balance-history.ts'
import { amountsHiddenAtom } from './preferences.ts'

export type Line =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'ready'
      readonly values: readonly string[]
      readonly way: Way
      readonly label: string
      readonly read: (place: number) => string
    }

const all = Object.fromEntries(PERIODS.map((period) => [period, lineOf(period)])) as Readonly<
  Record<Period, ReturnType<typeof lineOf>>
>

export const balanceLine = (period: Period) => all[period]

function lineOf(period: Period) {
  return atom((get): Line => {
    const history = get(balanceHistory(period))
    return history.state === 'ready' ? drawn(period, history.value, get(amountsHiddenAtom)) : history
  })
}

/** Its colour is that of the change: money that came from outside is no rise. */
function drawn(period: Period, view: FullBalanceView, isHidden: boolean): Line {
  const points = view.balance_history
  const money = (place: number) => (isHidden ? text.wallet.hidden : moneyWords(points[place]?.balance ?? '0'))
  const now = (points.at(-1)?.time ?? 0) * 1000
  const time = (place: number) => dayTime(new Date((points[place]?.time ?? 0) * 1000).toISOString(), now)
  return {
    state: 'ready',
    values: points.map(({ balance }) => balance),
    way: wayOf(moneyChange(view.change_balance)),
    label: isHidden ? balance.hiddenLine(period) : balance.line(period, money(0), money(points.length - 1)),
    read: (place) => balance.point(time(place), money(place)),
  }
}
