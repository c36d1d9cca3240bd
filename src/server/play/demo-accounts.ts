/** The accounts of the demo traders and their initial balances. */

import type { PairId, UserId } from '../../contract/ids.ts'
import { UNIT_DECIMALS, type Units } from '../../contract/money.ts'
import { expectDefined } from '../../engine/assert.ts'
import type { Market } from '../../engine/exchange.ts'
import { accountOf, coins, isHouse, markets, type OpenAccount, type Owner, type State } from '../../engine/exchange.ts'
import { lotsFor } from './market-maker.ts'

export const NOISE_TRADERS = 5
const STOCK_NOTIONAL = 250_000_000

/** Fixed ids, so that every start finds them again. UUID version 8 allows custom content. */
const DEMO = 'de300000-0000-8000-8000-'
const demoUser = (number: number): UserId => (DEMO + String(number).padStart(12, '0')) as UserId
/** True for real users: neither a demo trader nor a house account. */
export const isUser = (owner: Owner): owner is UserId => !isHouse(owner) && !owner.startsWith(DEMO)
export const makerOf = (pair: PairId): UserId => demoUser(1_000 + pair)
export const noiseTrader = (number: number): UserId => demoUser(number)

/** Commands for the accounts that do not exist yet. */
export function accountsOf(state: State): OpenAccount[] {
  const all = [...markets(state)]
  const usdt = expectDefined(
    coins(state).find(({ symbol }) => symbol === 'USDT'),
    'USDT is listed',
  ).id
  const money = { currency: usdt, amount: (BigInt(STOCK_NOTIONAL) * 10n ** BigInt(UNIT_DECIMALS)) as Units }
  const stock = ({ pair }: Market) => ({
    currency: pair.base.id,
    amount: (BigInt(lotsFor(pair, pair.referencePrice, STOCK_NOTIONAL)) * pair.lot) as Units,
  })
  const makers = all.map((market) => openDemo(makerOf(market.pair.id), [money, stock(market)]))
  const traders = Array.from({ length: NOISE_TRADERS }, (_, number) =>
    openDemo(noiseTrader(number + 1), [money, ...all.map(stock)]),
  )
  return [...makers, ...traders].filter(({ user }) => accountOf(state, user) === undefined)
}

const openDemo = (user: UserId, grants: OpenAccount['grants']): OpenAccount => ({
  type: 'open-account',
  user,
  kind: 'demo',
  referralCode: null,
  referrer: null,
  grants,
})

/** Marker accounts without a trader: they record that the backfill has started or finished. */
export const backfillStarted = openDemo(demoUser(9_001), [])
export const backfillFinished = openDemo(demoUser(9_002), [])
