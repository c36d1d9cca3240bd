/** Whether the chain of a network can be followed, from the rounds of its watcher. */

import type { Millis, NetworkId } from '../../contract/ids.ts'
import type { NetworkState } from '../../contract/wallet/views.ts'
import type { Log } from '../runtime/log.ts'

type Connection = {
  readonly state: NetworkState
  start(): void
  /** A round of the watcher ended; `at`: the time of the newest block. */
  succeeded(at: Millis): void
  failed(reason: string): void
}

type ConnectionDeps = {
  readonly id: NetworkId
  /** False if no endpoint is configured, or the chain cannot run here. */
  readonly isPossible: () => boolean
  readonly log: Log
  readonly now: () => Millis
  /** A chain without a new block for this long is delayed; undefined: it makes blocks on demand. */
  readonly maxBlockAge?: Millis | undefined
}

/** Without a successful round for this long, the network is delayed. */
const DELAYED_MILLIS: Millis = 20_000
/** Without one since the start, it is unavailable. */
const STARTING_MILLIS: Millis = 30_000
/** A chain and a signer that start at the same time as the server need a moment. */
const QUIET_MILLIS: Millis = 5_000
const LOG_PAUSE_MILLIS: Millis = 60_000

export function openConnection({ id, isPossible, log, now, maxBlockAge }: ConnectionDeps): Connection {
  let startedAt = performance.now()
  let succeededAt: number | undefined
  let [latestAt, loggedAt] = [0, Number.NEGATIVE_INFINITY]

  function stateNow(): NetworkState {
    if (!isPossible()) return 'unavailable'
    const moment = performance.now()
    if (succeededAt === undefined) return moment - startedAt > STARTING_MILLIS ? 'unavailable' : 'starting'
    const isOld = maxBlockAge !== undefined && now() - latestAt > maxBlockAge
    return isOld || moment - succeededAt > DELAYED_MILLIS ? 'delayed' : 'available'
  }

  return {
    get state() {
      return stateNow()
    },
    start() {
      startedAt = performance.now()
    },
    succeeded(at) {
      succeededAt = performance.now()
      latestAt = at
    },
    failed(reason) {
      const moment = performance.now()
      if (moment - startedAt < QUIET_MILLIS || moment - loggedAt < LOG_PAUSE_MILLIS) return
      loggedAt = moment
      log.warn({ event: 'custody.network_delayed', network: id, reason }, 'the chain of a network cannot be followed')
    },
  }
}
