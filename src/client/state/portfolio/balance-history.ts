/** What everything the reader owns was worth, and how it changed, a period each. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import { PERIODS, type Period } from '../../contract/timeframes.ts'
import { askedAtom } from './asked.ts'

const EVERY_MILLIS = 30_000

const histories = {
  '24h': historyOf('24h'),
  '7d': historyOf('7d'),
  '30d': historyOf('30d'),
  '90d': historyOf('90d'),
}

/** Asked for, and asked for again, while somebody looks at that period. */
export const balanceHistory = (period: Period) => histories[period]

export const clearBalanceHistoryAtom = atom(null, (_get, set) => {
  for (const period of PERIODS) void set(histories[period], 'forget')
})

function historyOf(period: Period) {
  return askedAtom((http) => http(api.fullBalance, { query: { period } }), EVERY_MILLIS)
}
