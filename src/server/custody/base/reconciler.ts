/**
 * Compares books and chain every minute, and sooner after it could not. A deficit of a coin that is found twice in a row
 * pauses the network until an operator has looked. A surplus that is found twice is booked to the account `unclaimed`, without
 * a deposit that an operator could assign: coins can be sent in ways that the watcher does not see.
 */

import { ChainUnavailable } from '../../../chains/evm/chain.ts'
import type { CurrencyId, Millis } from '../../../contract/ids.ts'
import type { Log } from '../../runtime/log.ts'
import { HEALTH_TIMES } from '../../runtime/part-health.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { Comparison } from './comparisons.ts'
import type { ConnectedNetwork } from './networks.ts'
import { pauseNetwork } from './pause-network.ts'
import { openRounds, type Rounds } from './rounds.ts'
import { isTransientFailure } from './transient-failure.ts'

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

type Surplus = Pick<Comparison, 'stream' | 'through'> & { readonly raw: bigint }

const surplusesOf = (comparisons: readonly Comparison[]): ReadonlyMap<CurrencyId, Surplus> =>
  new Map(
    comparisons.flatMap(({ currency, books, found, stream, through }) =>
      found > books ? [[currency, { raw: found - books, stream, through }]] : [],
    ),
  )

const differencesIn = (comparisons: readonly Comparison[]) =>
  comparisons
    .filter(({ books, found }) => books !== found)
    .map(({ currency, height, books, found }) => ({ currency, height, books: String(books), found: String(found) }))

/** Books what was there in the comparison before too. */
function surplusBooker({ network, sequencer, log }: Pick<ReconcilerDeps, 'network' | 'sequencer' | 'log'>) {
  let before: ReadonlyMap<CurrencyId, Surplus> = new Map()
  return async (surpluses: ReadonlyMap<CurrencyId, Surplus>): Promise<void> => {
    const last = before
    before = surpluses
    for (const [currency, { raw: now, stream, through }] of surpluses) {
      const earlier = last.get(currency)?.raw ?? 0n
      const raw = now < earlier ? now : earlier
      if (raw === 0n) continue
      before = new Map()
      const command = { type: 'book-surplus', network: network.id, currency, raw, stream, through } as const
      await sequencer.submit(command, () => undefined)
      const facts = { event: 'reconciler.surplus_booked', network: network.id, currency, raw: String(raw) }
      log.warn(facts, 'the chain has more than the books: the surplus is unclaimed')
    }
  }
}

export function openReconciler(deps: ReconcilerDeps): Reconciler {
  const { network, log, intervalMillis, comparedMillis = HEALTH_TIMES.comparedMillis } = deps
  // After a start the chain is processed only after some seconds.
  const soonMillis = intervalMillis / 12
  let pauseMillis = soonMillis
  let comparedAt = performance.now()
  const deficient = new Set<CurrencyId>()
  const bookSurpluses = surplusBooker(deps)

  async function compareNow(): Promise<readonly Comparison[] | undefined> {
    const comparisons = await deps.compareNow()
    if (comparisons !== undefined) comparedAt = performance.now()
    return comparisons
  }

  async function judge(comparisons: readonly Comparison[]): Promise<void> {
    const shown = differencesIn(comparisons)
    if (shown.length > 0)
      log.error({ event: 'reconciler.difference', network: network.id, differences: shown }, 'books and chain differ')
    const isDeficitLasting = comparisons.some(({ currency, books, found }) => found < books && deficient.has(currency))
    // A coin that was not compared this time is remembered.
    for (const { currency, books, found } of comparisons)
      if (found < books) deficient.add(currency)
      else deficient.delete(currency)
    if (network.listed()?.paused !== null) return
    await bookSurpluses(surplusesOf(comparisons))
    if (!isDeficitLasting) return
    const reason = `books and chain differ: ${JSON.stringify(shown)}`
    await pauseNetwork(deps, network.id, reason)
    log.error({ event: 'reconciler.paused', network: network.id }, 'the network is paused')
  }

  const rounds = openRounds(
    () => pauseMillis,
    async (isStopping) => {
      pauseMillis = soonMillis
      try {
        const comparisons = await compareNow()
        if (comparisons === undefined) return
        await judge(comparisons)
        pauseMillis = intervalMillis
      } catch (err) {
        if (!isStopping() && !isTransientFailure(err))
          log.error({ event: 'reconciler.failed', network: network.id, err }, 'books and chain could not be compared')
      }
    },
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
