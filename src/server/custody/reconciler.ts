/**
 * Compares books and chain every minute. A deficit of a coin that is found twice in a row pauses the network until an
 * operator has looked. A surplus that is found twice is booked to the account `unclaimed`, without a deposit that an operator
 * could assign: coins can be sent in ways that the watcher does not see.
 */

import { ChainUnavailable } from '../../chains/evm/chain.ts'
import type { CurrencyId, Millis } from '../../contract/ids.ts'
import type { Log } from '../runtime/log.ts'
import { HEALTH_TIMES } from '../runtime/part-health.ts'
import { isTransient } from '../runtime/transient-errors.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import type { Comparison } from './compare-chain.ts'
import type { ConnectedNetwork } from './networks.ts'
import { openRounds, type Rounds } from './rounds.ts'

type ReconcilerDeps = {
  readonly network: Pick<ConnectedNetwork, 'id' | 'listed'>
  readonly sequencer: Pick<Sequencer, 'submit'>
  readonly log: Log
  /** Undefined if the chain is not processed to its end. */
  readonly compareNow: () => Promise<readonly Comparison[] | undefined>
  readonly intervalMillis: Millis
  /** Overridden by tests. */
  readonly comparedMillis?: Millis | undefined
}

export type Reconciler = Rounds & {
  /** Books and chain were not compared for too long. */
  readonly isOverdue: boolean
  /** Compares now. Undefined if the chain is not available or not processed. */
  compare(): Promise<readonly Comparison[] | undefined>
}

/** By coin, raw. */
const surplusesOf = (comparisons: readonly Comparison[]): ReadonlyMap<CurrencyId, bigint> =>
  new Map(comparisons.flatMap(({ currency, books, found }) => (found > books ? [[currency, found - books]] : [])))

export function openReconciler(deps: ReconcilerDeps): Reconciler {
  const { network, sequencer, log, intervalMillis, comparedMillis = HEALTH_TIMES.comparedMillis } = deps
  let comparedAt = performance.now()
  const deficient = new Set<CurrencyId>()
  let surplusesBefore: ReadonlyMap<CurrencyId, bigint> = new Map()

  async function compareNow(): Promise<readonly Comparison[] | undefined> {
    const comparisons = await deps.compareNow()
    if (comparisons !== undefined) comparedAt = performance.now()
    return comparisons
  }

  async function round(): Promise<void> {
    const comparisons = await compareNow()
    if (comparisons === undefined) return
    const wrong = comparisons.filter(({ books, found }) => books !== found)
    const shown = wrong.map(({ books, found, ...where }) => ({ ...where, books: String(books), found: String(found) }))
    if (wrong.length > 0)
      log.error({ event: 'reconciler.difference', network: network.id, differences: shown }, 'books and chain differ')
    const isDeficitLasting = wrong.some(({ currency, books, found }) => found < books && deficient.has(currency))
    // A coin that was not compared this time is remembered.
    for (const { currency, books, found } of comparisons)
      if (found < books) deficient.add(currency)
      else deficient.delete(currency)
    if (network.listed()?.paused !== null) return
    await bookSurpluses(surplusesOf(comparisons))
    if (!isDeficitLasting) return
    const reason = `books and chain differ: ${JSON.stringify(shown)}`
    const command = { type: 'set-network-paused', network: network.id, paused: true, operator: null, reason } as const
    await sequencer.submit(command, () => undefined)
    log.error({ event: 'reconciler.paused', network: network.id }, 'the network is paused')
  }

  /** What was there in the comparison before too. */
  async function bookSurpluses(surpluses: ReadonlyMap<CurrencyId, bigint>): Promise<void> {
    const before = surplusesBefore
    surplusesBefore = surpluses
    for (const [currency, now] of surpluses) {
      const earlier = before.get(currency) ?? 0n
      const raw = now < earlier ? now : earlier
      if (raw === 0n) continue
      surplusesBefore = new Map()
      await sequencer.submit({ type: 'book-surplus', network: network.id, currency, raw }, () => undefined)
      const facts = { event: 'reconciler.surplus_booked', network: network.id, currency, raw: String(raw) }
      log.warn(facts, 'the chain has more than the books: the surplus is unclaimed')
    }
  }

  const rounds = openRounds(intervalMillis, (isStopping) =>
    round().catch((err: unknown) => {
      if (isStopping() || isExpected(err)) return
      log.error({ event: 'reconciler.failed', network: network.id, err }, 'books and chain could not be compared')
    }),
  )

  return {
    ...rounds,
    get isOverdue() {
      return performance.now() - comparedAt > comparedMillis
    },
    compare: () =>
      compareNow().catch((error: unknown) => {
        if (error instanceof ChainUnavailable) return undefined
        throw error
      }),
  }
}

const isExpected = (error: unknown): boolean =>
  error instanceof ChainUnavailable || error instanceof Unavailable || (error instanceof Error && isTransient(error))
