/**
 * Pauses a network whose signer does not know payments that it must have signed: its folder comes from an older backup, and it
 * would refuse every further payment. `reconcile` raises its nonces and ends the pause.
 */

import type { Millis } from '../../../contract/ids.ts'
import { networkOf } from '../../../engine/exchange.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { SignerClient } from '../signer/signer-client.ts'
import type { ConnectedNetwork } from './networks.ts'
import { pauseNetwork } from './pause-network.ts'
import { openRounds, type Rounds } from './rounds.ts'
import { signerLag, walletBooks } from './signer-lag.ts'
import { isTransientFailure } from './transient-failure.ts'

type WatchDeps = {
  readonly network: Pick<ConnectedNetwork, 'id'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly signer: Pick<SignerClient, 'counters'>
  readonly log: Log
  readonly intervalMillis: Millis
}

export const openSignerWatch = (deps: WatchDeps): Rounds =>
  openRounds(
    () => deps.intervalMillis,
    (isStopping) =>
      round(deps).catch((err: unknown) => {
        if (isStopping() || isTransientFailure(err)) return
        deps.log.error(
          { event: 'signer.not_compared', network: deps.network.id, err },
          'books and signer are not compared',
        )
      }),
  )

async function round({ network: { id }, sequencer, signer, log }: WatchDeps): Promise<void> {
  const found = await sequencer.read((state) => {
    const info = networkOf(state, id)
    return info?.paused === null ? { info, books: walletBooks(state, info) } : undefined
  })
  if (found === undefined) return
  const { missing } = signerLag(found.books, found.info, (await signer.counters()).nonces)
  if (missing === 0) return
  const { code } = found.info.network
  const reason = `the signer is older than the books, its journal lacks ${missing} payments: run "npm run operator -- reconcile ${code}"`
  log.error({ event: 'signer.older', network: id, missing }, 'the network is paused')
  await pauseNetwork({ sequencer }, id, reason)
}
