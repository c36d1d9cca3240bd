/** Value and change of the user's total balance, one query per period. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { PERIODS, type Period } from '../../../contract/markets/timeframes.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 30_000

const histories = {
  '24h': historyOf('24h'),
  '7d': historyOf('7d'),
  '30d': historyOf('30d'),
  '90d': historyOf('90d'),
}

/** Refreshed while mounted. */
export const balanceHistory = (period: Period) => histories[period]

export const clearBalanceHistoryAtom = atom(null, (_get, set) => {
  for (const period of PERIODS) void set(histories[period], 'forget')
})

function historyOf(period: Period) {
  return queryAtom((http) => http(api.fullBalance, { query: { period } }), EVERY_MILLIS)
}
