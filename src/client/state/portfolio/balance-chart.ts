/** The chart of the total balance over a period. */

import { atom } from 'jotai'
import { PERIODS, type Period } from '../../../contract/markets/timeframes.ts'
import type { FullBalanceView } from '../../../contract/portfolio/views.ts'
import { type Direction, directionOf, moneyChange } from '../../format/numbers.ts'
import { formatMoney } from '../../format/pair-numbers.ts'
import { dayTime } from '../../format/times.ts'
import { assetsText } from '../../text/assets.ts'
import { expectsBalanceLineAtom } from '../account/profile.ts'
import { amountsHiddenAtom } from '../app/preferences.ts'
import { balanceHistory } from './balance-history.ts'

export type ValueChartState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  /** Too few points for a line. */
  | { readonly state: 'short' }
  | {
      readonly state: 'ready'
      readonly values: readonly string[]
      readonly direction: Direction
      readonly leastSpan?: number
      readonly label: string
      readonly pointText: (index: number) => string
      readonly extremeText?: (index: number) => string
    }

/** A change of one percent. */
const LEAST_SPAN = 0.01
const LEAST_POINTS = 3

const charts = Object.fromEntries(PERIODS.map((period) => [period, chartOf(period)])) as Readonly<
  Record<Period, ReturnType<typeof chartOf>>
>

/** Whether a page has space for the line: it has enough points, may have while it loads, or failed to load. */
export const hasBalanceLineAtom = atom((get) => {
  const history = get(balanceHistory('24h'))
  if (history.state === 'loading') return get(expectsBalanceLineAtom)
  return history.state === 'failed' || history.value.balance_history.length >= LEAST_POINTS
})

export const balanceChart = (period: Period) => charts[period]

function chartOf(period: Period) {
  return atom((get): ValueChartState => {
    const history = get(balanceHistory(period))
    return history.state === 'ready' ? readyChart(period, history.value, get(amountsHiddenAtom)) : history
  })
}

/** Coloured by the change without deposits and withdrawals. */
function readyChart(period: Period, view: FullBalanceView, isHidden: boolean): ValueChartState {
  const points = view.balance_history
  if (points.length < LEAST_POINTS) return { state: 'short' }
  const money = (index: number) => (isHidden ? assetsText.wallet.hidden : formatMoney(points[index]?.balance ?? '0'))
  const now = (points.at(-1)?.time ?? 0) * 1000
  const time = (index: number) => dayTime(new Date((points[index]?.time ?? 0) * 1000).toISOString(), now)
  return {
    state: 'ready',
    values: points.map(({ balance }) => balance),
    direction: directionOf(moneyChange(view.change_balance)),
    leastSpan: LEAST_SPAN,
    label: isHidden
      ? assetsText.balance.hiddenLine(period)
      : assetsText.balance.line(period, money(0), money(points.length - 1)),
    pointText: (index) => assetsText.balance.point(time(index), money(index)),
  }
}
