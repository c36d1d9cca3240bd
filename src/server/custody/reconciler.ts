/** Compares books and chain every minute. Two differences in a row pause the network until an operator has looked. */

import { ChainUnavailable } from '../../chains/evm/chain.ts'
import type { Millis } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import type { Log } from '../runtime/log.ts'
import { isTransient } from '../runtime/transient-errors.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import { type Comparison, compareChain } from './compare-chain.ts'
import type { EvmNetwork } from './evm-network.ts'
import { openRounds, type Rounds } from './rounds.ts'

type ReconcilerDeps = {
  readonly network: EvmNetwork
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly log: Log
  readonly now: () => Millis
  readonly intervalMillis: Millis
}

export type Reconciler = Rounds & {
  /** Compares now. Undefined if the chain is not available or not processed. */
  compare(): Promise<readonly Comparison[] | undefined>
}

const differences = (comparisons: readonly Comparison[]): readonly Comparison[] =>
  comparisons.filter(({ books, found }) => books !== found)

export function openReconciler(deps: ReconcilerDeps): Reconciler {
  const { network, sequencer, log, intervalMillis } = deps
  let differedBefore = false

  async function round(): Promise<void> {
    const comparisons = await compareChain(deps)
    if (comparisons === undefined) return
    const wrong = differences(comparisons)
    const shown = wrong.map(({ books, found, ...where }) => ({ ...where, books: String(books), found: String(found) }))
    if (wrong.length > 0)
      log.error({ event: 'reconciler.difference', network: network.id, differences: shown }, 'books and chain differ')
    const differedTwice = differedBefore && wrong.length > 0
    differedBefore = wrong.length > 0
    if (!differedTwice || network.listed()?.paused !== null) return
    const reason = `books and chain differ: ${JSON.stringify(shown)}`
    const command = { type: 'set-network-paused', network: network.id, paused: true, operator: null, reason } as const
    await sequencer.submit(command, () => undefined)
    log.error({ event: 'reconciler.paused', network: network.id }, 'the network is paused')
  }

  const rounds = openRounds(intervalMillis, (isStopping) =>
    round().catch((err: unknown) => {
      if (isStopping() || isExpected(err)) return
      log.error({ event: 'reconciler.failed', network: network.id, err }, 'books and chain could not be compared')
    }),
  )

  return {
    ...rounds,
    compare: () =>
      compareChain(deps).catch((error: unknown) => {
        if (error instanceof ChainUnavailable) return undefined
        throw error
      }),
  }
}

const isExpected = (error: unknown): boolean =>
  error instanceof ChainUnavailable || error instanceof Unavailable || (error instanceof Error && isTransient(error))
