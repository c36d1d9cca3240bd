/** Portfolio values as JSON. */

import type { Period } from '../../contract/markets/timeframes.ts'
import { formatUnits } from '../../contract/money.ts'
import type { CurrentBalanceView, FullBalanceView } from '../../contract/portfolio/views.ts'
import type { BalanceChange, CurrentBalance, FullBalance } from '../portfolio/balances.ts'
import { percentOf } from './assets.ts'

export const currentBalanceView = ({ value, day }: CurrentBalance): CurrentBalanceView => ({
  balance: formatUnits(value),
  change_24h_balance: formatUnits(day.gained),
  change_24h_percent: percentOf(day.gained, day.capital),
})

export const fullBalanceView = (full: FullBalance, period: Period): FullBalanceView => ({
  ...currentBalanceView(full),
  period,
  ...changeTexts(full.change),
  balance_history: full.points.map(({ at, value }) => ({ time: Math.floor(at / 1_000), balance: formatUnits(value) })),
  seq: full.seq,
  hash: full.hash.toString('hex'),
})

const changeTexts = ({ gained, capital, credited }: BalanceChange) => ({
  change_balance: formatUnits(gained),
  change_percent: percentOf(gained, capital),
  net_deposits: formatUnits(credited),
})
