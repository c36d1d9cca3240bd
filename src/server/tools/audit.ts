/**
 * `npm run audit`: every currency sums to zero, no balance is negative, and holds equal the open orders and withdrawals. Points have a
 * table of their own: they are not liabilities.
 */

import type { CurrencyId } from '../../contract/ids.ts'
import { type Currency, isCoin } from '../../contract/markets/instruments.ts'
import { formatUnits, plus, type Units, ZERO } from '../../contract/money.ts'
import {
  accountOf,
  accounts,
  coins,
  currencies,
  currencyOf,
  holds,
  isChain,
  isHouse,
  ledgerEntries,
  mayBeNegative,
  type Owner,
  openOrders,
  type State,
} from '../../engine/exchange.ts'
import { openLog } from '../runtime/log.ts'
import { replayJournal } from '../sequencer/replay-journal.ts'
import { newestUsableSnapshot } from '../sequencer/snapshots.ts'
import { chainReport } from './chain-report.ts'
import { formatCount, runTool, type StoredExchange, textTable } from './stored-exchange.ts'

const COLUMNS = [
  'users free',
  'users held',
  'demo',
  'fees',
  'rewards',
  'gas',
  'unclaimed',
  'chains',
  'world',
  'no account',
  'sum',
] as const
type Column = (typeof COLUMNS)[number]

/** Audits the state recovered from the newest usable snapshot and the journal. */
export async function audit({ journal, snapshots, client }: StoredExchange) {
  const log = openLog('warn', { write: (line) => void process.stderr.write(line) })
  const from = await newestUsableSnapshot(snapshots, log, journal, Number.MAX_SAFE_INTEGER)
  const { state } = await replayJournal(journal, () => undefined, from)
  const { report, problem } = auditOf(state)
  const chains = await chainReport(client, state)
  const problems = [...(problem === undefined ? [] : [problem]), ...chains.problems]
  return { report: report + chains.report, problem: problems.length > 0 ? problems.join('\n') : undefined }
}

function auditOf(state: State): { readonly report: string; readonly problem: string | undefined } {
  const problems = [...belowZero(state), ...wrongHolds(state)]
  const sums = sumsOf(state)
  const rowOf = (currency: Currency): string[] => {
    const columns = sums.get(currency.id) ?? NO_SUMS
    const { sum, 'no account': unowned } = columns
    if (sum !== 0n) problems.push(`${amount(sum, currency)} too much: all accounts together must be zero`)
    if (unowned !== 0n) problems.push(`${amount(unowned, currency)} belong to no account`)
    return [currency.symbol, ...COLUMNS.map((column) => formatUnits(columns[column]))]
  }
  const points = [...currencies(state)].filter((currency) => !isCoin(currency))
  const table = textTable([['currency', ...COLUMNS], ...coins(state).map(rowOf)])
  const pointTable = points.length === 0 ? '' : `\n\n${textTable([['points', ...COLUMNS], ...points.map(rowOf)])}`
  const [all, open] = [[...accounts(state)].length, [...openOrders(state)].length]
  const about = `${formatCount(all)} accounts, ${formatCount(open)} open orders`
  return {
    report: `${table}${pointTable}\n${about}, up to command ${formatCount(state.seq)}`,
    problem: problems.length > 0 ? problems.join('\n') : undefined,
  }
}

const NO_SUMS: Readonly<Record<Column, Units>> = {
  'users free': ZERO,
  'users held': ZERO,
  demo: ZERO,
  fees: ZERO,
  rewards: ZERO,
  gas: ZERO,
  unclaimed: ZERO,
  chains: ZERO,
  world: ZERO,
  'no account': ZERO,
  sum: ZERO,
}

function sumsOf(state: State): Map<CurrencyId, Record<Column, Units>> {
  const all = new Map<CurrencyId, Record<Column, Units>>()
  for (const { owner, currency, free, held } of ledgerEntries(state)) {
    const sums = all.get(currency) ?? { ...NO_SUMS }
    const add = (column: Column, amount: Units) => {
      sums[column] = plus(sums[column], amount)
    }
    add(columnOf(state, owner, 'free'), free)
    add(columnOf(state, owner, 'held'), held)
    add('sum', plus(free, held))
    all.set(currency, sums)
  }
  return all
}

function columnOf(state: State, owner: Owner, part: 'free' | 'held'): Column {
  if (isChain(owner)) return 'chains'
  if (isHouse(owner)) return owner
  const kind = accountOf(state, owner)?.kind
  if (kind === undefined) return 'no account'
  return kind === 'demo' ? 'demo' : `users ${part}`
}

/** `world` owes everything that was granted, a chain account what the exchange has on the chain; `gas` is a cost. */
const belowZero = (state: State): string[] =>
  [...ledgerEntries(state)].flatMap(({ owner, currency, free, held }) => [
    ...(free < 0n && !mayBeNegative(owner) ? [`${owner} has ${amountIn(state, currency, free)} free`] : []),
    ...(held < 0n ? [`${owner} has ${amountIn(state, currency, held)} held`] : []),
  ])

function wrongHolds(state: State): string[] {
  const found = new Map<string, { owner: Owner; currency: CurrencyId; held: Units; expected: Units }>()
  const add = (owner: Owner, currency: CurrencyId, held: Units, expected: Units): void => {
    const key = `${owner} ${currency}`
    const before = found.get(key) ?? { owner, currency, held: ZERO, expected: ZERO }
    found.set(key, { owner, currency, held: plus(before.held, held), expected: plus(before.expected, expected) })
  }
  for (const { owner, currency, held } of ledgerEntries(state)) add(owner, currency, held, ZERO)
  for (const { user, currency, amount } of holds(state)) add(user, currency, ZERO, amount)
  return [...found.values()].flatMap(({ owner, currency, held, expected }) => {
    if (held === expected) return []
    const [has, open] = [amountIn(state, currency, held), amountIn(state, currency, expected)]
    return [`${owner} has ${has} held, and open orders and withdrawals for ${open}`]
  })
}

const amountIn = (state: State, currency: CurrencyId, units: Units): string =>
  amount(units, currencyOf(state, currency) ?? { symbol: `of the unlisted currency ${currency}` })

const amount = (units: Units, { symbol }: Pick<Currency, 'symbol'>): string => `${formatUnits(units)} ${symbol}`

if (import.meta.main) await runTool(audit)
