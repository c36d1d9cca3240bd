/** Whether the chain of a network can be followed, from the rounds of its watcher. */

import type { Millis, NetworkId } from '../../../contract/ids.ts'
import type { NetworkState } from '../../../contract/wallet/views.ts'
import type { Log } from '../../runtime/log.ts'
import { failingIf, HEALTH_TIMES, OFF, type PartReading } from '../../runtime/part-health.ts'

type Connection = {
  readonly state: NetworkState
  /** For `/health`. */
  readonly health: PartReading
  start(): void
  /** A round of the watcher ended; `at`: the time of the newest block. */
  succeeded(at: Millis): void
  failed(reason: string): void
}

type ConnectionDeps = {
  readonly id: NetworkId
  /** False: no endpoint is configured. */
  readonly isConfigured: boolean
  /** Why the network cannot work at all: an own address is wrong, or the chain cannot run here. */
  readonly obstacle: () => string | undefined
  /** The own addresses are known. */
  readonly hasAddresses: () => boolean
  readonly log: Log
  readonly now: () => Millis
  /** A chain without a new block for this long is delayed; undefined: it makes blocks on demand. */
  readonly maxBlockAge?: Millis | undefined
  /** Without a successful round for this long, the network is delayed. */
  readonly delayedMillis?: Millis | undefined
}

/** Without one since the start, it is unavailable. */
const STARTING_MILLIS: Millis = 30_000
/** A chain and a signer that start at the same time as the server need a moment. */
const QUIET_MILLIS: Millis = 5_000
const LOG_PAUSE_MILLIS: Millis = 60_000

export function openConnection(deps: ConnectionDeps): Connection {
  const { id, log, now, maxBlockAge, delayedMillis = HEALTH_TIMES.delayedMillis } = deps
  let startedAt = performance.now()
  let succeededAt: number | undefined
  let [latestAt, loggedAt] = [0, Number.NEGATIVE_INFINITY]

  function stateNow(): NetworkState {
    if (!deps.isConfigured || deps.obstacle() !== undefined) return 'unavailable'
    const moment = performance.now()
    if (succeededAt === undefined) return moment - startedAt > STARTING_MILLIS ? 'unavailable' : 'starting'
    return isOld() || moment - succeededAt > delayedMillis ? 'delayed' : 'available'
  }

  const isOld = (): boolean => maxBlockAge !== undefined && now() - latestAt > maxBlockAge

  function failureNow(): string | undefined {
    const state = stateNow()
    if (state === 'available' || state === 'starting') return undefined
    const obstacle = deps.obstacle()
    if (obstacle !== undefined) return obstacle
    if (!deps.hasAddresses())
      return 'its addresses are not known: the signer has not answered, or they are being verified'
    return succeededAt !== undefined && isOld() ? 'its chain makes no blocks' : 'its chain is not followed now'
  }

  return {
    get state() {
      return stateNow()
    },
    get health() {
      return deps.isConfigured ? failingIf(failureNow()) : OFF
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
