/** Who the demo traders are, and what they begin with. */

import type { PairId, UserId } from '../../contract/ids.ts'
import { UNIT_DECIMALS } from '../../contract/money.ts'
import { known } from '../../engine/assert.ts'
import type { OpenAccount } from '../../engine/commands.ts'
import { isHouse, type Owner } from '../../engine/ledger/ledger.ts'
import type { Market, State } from '../../engine/state.ts'
import { lotsFor } from './market-maker.ts'

export const NOISE_TRADERS = 5
const STOCK_NOTIONAL = 250_000_000

/** Fixed ids, so that every start finds them again. Version 8: ours to lay out. */
const DEMO = 'de300000-0000-8000-8000-'
const demoUser = (number: number): UserId => DEMO + String(number).padStart(12, '0')
/** Somebody of flesh and blood: no demo trader, and no account of the house. */
export const isUser = (owner: Owner): boolean => !isHouse(owner) && !owner.startsWith(DEMO)
export const makerOf = (pair: PairId): UserId => demoUser(1_000 + pair)
export const noiseTrader = (number: number): UserId => demoUser(number)

/** The accounts that are not open yet. */
export function accountsOf({ markets, accounts, currencies }: State): OpenAccount[] {
  const all = [...markets.values()]
  const usdt = known(
    [...currencies.values()].find(({ symbol }) => symbol === 'USDT'),
    'USDT is listed',
  ).id
  const money = { currency: usdt, amount: BigInt(STOCK_NOTIONAL) * 10n ** BigInt(UNIT_DECIMALS) }
  const stock = ({ pair }: Market) => ({
    currency: pair.base.id,
    amount: BigInt(lotsFor(pair, pair.referencePrice, STOCK_NOTIONAL)) * pair.lot,
  })
  const makers = all.map((market) => openDemo(makerOf(market.pair.id), [money, stock(market)]))
  const traders = Array.from({ length: NOISE_TRADERS }, (_, number) =>
    openDemo(noiseTrader(number + 1), [money, ...all.map(stock)]),
  )
  return [...makers, ...traders].filter(({ user }) => !accounts.has(user))
}

const openDemo = (user: UserId, grants: OpenAccount['grants']): OpenAccount => ({
  type: 'open-account',
  user,
  kind: 'demo',
  referralCode: null,
  referrer: null,
  grants,
})

/** Accounts without a trader: that one is open says that the past was begun, or lived to its end. */
export const pastBegun = openDemo(demoUser(9_001), [])
export const pastEnded = openDemo(demoUser(9_002), [])
