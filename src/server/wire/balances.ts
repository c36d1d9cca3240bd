/** What everything somebody has is worth, in words. */

import { formatUnits } from '../../contract/money.ts'
import type { Period } from '../../contract/timeframes.ts'
import type { CurrentBalanceView, FullBalanceView } from '../../contract/views.ts'
import type { Change, Current, Full } from '../portfolio/balances.ts'
import { percentOf } from './assets.ts'

export const currentBalanceView = ({ worth, day }: Current): CurrentBalanceView => ({
  balance: formatUnits(worth),
  change_24h_balance: formatUnits(day.gained),
  change_24h_percent: percentOf(day.gained, day.capital),
})

export const fullBalanceView = (full: Full, period: Period): FullBalanceView => ({
  ...currentBalanceView(full),
  period,
  ...changeTexts(full.change),
  balance_history: full.points.map(({ at, worth }) => ({ time: Math.floor(at / 1_000), balance: formatUnits(worth) })),
  seq: full.seq,
  hash: full.hash.toString('hex'),
})

const changeTexts = ({ gained, capital, credited }: Change) => ({
  change_balance: formatUnits(gained),
  change_percent: percentOf(gained, capital),
  net_deposits: formatUnits(credited),
})
