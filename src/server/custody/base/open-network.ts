/** What networks of all kinds share: the connection to the chain, and the own keys on it. `T`: what the keys give. */

import type { Millis, NetworkId } from '../../../contract/ids.ts'
import { networkOf } from '../../../engine/exchange.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { openConnection } from './connection.ts'
import type { Cursors } from './cursors.ts'
import type { ConnectedNetwork } from './networks.ts'
import { obstacleOf, openOwnKeys } from './own-keys.ts'

export type NetworkDeps = {
  readonly id: NetworkId
  readonly cursors: Cursors
  /** Of the play chain: whether it can run here. */
  readonly canRun?: () => boolean
  readonly sequencer: Pick<Sequencer, 'read' | 'readUncommitted' | 'submit'>
  readonly log: Log
  readonly now: () => Millis
  /** A chain without a new block for this long is delayed; undefined: it makes blocks on demand. */
  readonly maxBlockAge?: Millis
  /** Overridden by tests. */
  readonly delayedMillis?: Millis | undefined
}

export type OpenedNetwork = Pick<ConnectedNetwork, 'id' | 'state' | 'health' | 'closed' | 'listed'> & {
  readonly cursors: Cursors
  failed(reason: string): void
  start(): void
  stop(): Promise<void>
}

type Keys<T> = {
  /** False: no endpoint is configured. */
  readonly isConfigured: boolean
  /** Throws while the signer is not available, and `AddressMismatch`, which closes the network. */
  readonly read: (signal: AbortSignal) => Promise<T>
  /** They are known from now on. */
  readonly onRead: (keys: T) => void
}

export function openNetwork<T>(deps: NetworkDeps, { isConfigured, read, onRead }: Keys<T>) {
  const { id, cursors, sequencer, log } = deps
  const connection = openConnection({
    ...deps,
    isConfigured,
    obstacle: () => obstacleOf(own, deps.canRun),
    hasAddresses: () => own.value !== undefined,
  })
  const own = openOwnKeys({ id, log, read, onRead, onFailure: connection.failed })
  const network: OpenedNetwork = {
    id,
    cursors,
    get state() {
      return connection.state
    },
    get health() {
      return connection.health
    },
    get closed() {
      return own.closed
    },
    listed: () => sequencer.readUncommitted((state) => networkOf(state, id)),
    failed: connection.failed,
    start() {
      connection.start()
      own.start()
    },
    stop: own.stop,
  }
  return { network, own, succeeded: connection.succeeded }
}

/** One object with the properties of both: a spread would read each getter only once. */
export const extended = <A extends object, B extends object>(all: A, kind: B): A & B =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(all), ...Object.getOwnPropertyDescriptors(kind) },
  ) as A & B
