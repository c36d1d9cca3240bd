/** The rounds in which the watcher of a network reads its chain and credits deposits. */

import type { Millis, NetworkId } from '../../../contract/ids.ts'
import { refusalText } from '../../../contract/refusals.ts'
import type { Command } from '../../../engine/exchange.ts'
import type { Log } from '../../runtime/log.ts'
import { isDatabaseError } from '../../runtime/transient-errors.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { pauseNetwork } from './pause-network.ts'
import { openRounds, type Rounds } from './rounds.ts'
import { isTransientFailure } from './transient-failure.ts'

/** The engine refused to credit: the network was paused, or the play chain began again in the meantime. */
class CreditRefused extends Error {}

/** Throws `CreditRefused`, which the next round tries again. */
export async function creditDeposits(
  { sequencer }: Pick<WatcherDeps, 'sequencer'>,
  command: Extract<Command, { type: 'credit-deposits' }>,
): Promise<void> {
  const refusal = await sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'refused' ? answer.refusal : undefined,
  )
  if (refusal !== undefined) throw new CreditRefused(`deposits are not credited: ${refusalText(refusal)}`)
}

type WatcherDeps = {
  readonly network: { readonly id: NetworkId; failed(reason: string): void }
  readonly sequencer: Pick<Sequencer, 'submit'>
  readonly log: Log
  readonly pollMillis: Millis
}

/** `isBroken`: the chain contradicts what was read before, so the network is paused for an operator. */
export function openWatcherRounds(
  deps: WatcherDeps,
  round: () => Promise<void>,
  isBroken: (error: unknown) => error is Error,
): Rounds {
  const { network, log, pollMillis } = deps
  return openRounds(
    () => pollMillis,
    async (isStopping) => {
      try {
        await round()
      } catch (error) {
        if (isStopping()) return
        if (!isBroken(error) && !isExpected(error)) {
          // Not caught: it ends the process.
          log.fatal({ event: 'watcher.failed', err: error }, 'the watcher of a chain failed')
          throw error
        }
        network.failed(error.message)
        if (isBroken(error)) await pause(deps, error.message)
      }
    },
  )
}

/** What the database refuses, for example because of a row of another program, stops the network until it is mended. */
const isExpected = (error: unknown): error is Error =>
  isTransientFailure(error) || error instanceof CreditRefused || isDatabaseError(error)

async function pause(deps: WatcherDeps, reason: string): Promise<void> {
  deps.log.error({ event: 'watcher.network_paused', network: deps.network.id, reason }, 'the network is paused')
  await pauseNetwork(deps, deps.network.id, reason).catch((error: unknown) => {
    if (!isTransientFailure(error)) throw error
  })
}
