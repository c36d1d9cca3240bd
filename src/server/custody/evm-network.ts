/** The connection to the chain of a network: its endpoints, our addresses on it, and whether it works. */

import { setTimeout as pause } from 'node:timers/promises'
import type { BlockRef, EvmChain } from '../../chains/evm/chain.ts'
import { ChainUnavailable } from '../../chains/evm/chain.ts'
import type { JsonRpc } from '../../chains/evm/json-rpc.ts'
import { rpcChain } from '../../chains/evm/rpc-chain.ts'
import type { Millis, NetworkId } from '../../contract/ids.ts'
import { isRefused } from '../../contract/refusals.ts'
import type { NetworkState } from '../../contract/wallet/views.ts'
import { networkOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { ConnectedNetwork } from './networks.ts'
import { AddressMismatch, type OwnAddresses, openOwnAddresses } from './own-addresses.ts'

export type EvmNetwork = ConnectedNetwork & {
  readonly chain: EvmChain
  /** Undefined until the signer has told its public key, or if that is another one than before. */
  readonly addresses: OwnAddresses | undefined
  /** A round of the watcher ended. */
  succeeded(head: { readonly latest: BlockRef; readonly final: BlockRef }): void
  failed(reason: string): void
  start(): void
  stop(): Promise<void>
}

type EvmNetworkDeps = {
  readonly id: NetworkId
  readonly chainId: number
  /** Empty: no endpoint is configured. */
  readonly endpoints: readonly JsonRpc[]
  /** Of the play chain: whether it can run here. */
  readonly canRun?: () => boolean
  /** The extended public key m/44'/60'/0' of the signer. Throws while the signer is not available. */
  readonly xpub: () => Promise<string>
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read' | 'readUncommitted' | 'submit'>
  readonly log: Log
  readonly now: () => Millis
  /** The addresses are known from now on. */
  readonly onAddresses?: (hot: string) => void
  /** A chain without a new block for this long is delayed; undefined: it makes blocks on demand. */
  readonly maxBlockAge?: Millis
}

/** Without a successful round for this long, the network is delayed. */
const DELAYED_MILLIS: Millis = 20_000
/** Without one since the start, it is unavailable. */
const STARTING_MILLIS: Millis = 30_000
const XPUB_RETRY_MILLIS = 500
/** A chain and a signer that start at the same time as the server need a moment. */
const QUIET_MILLIS: Millis = 5_000
const LOG_PAUSE_MILLIS: Millis = 60_000

const nowhere: JsonRpc = {
  async call() {
    throw new ChainUnavailable('no endpoint is configured')
  },
}

export function openEvmNetwork(deps: EvmNetworkDeps): EvmNetwork {
  const { id, endpoints, sequencer, log, now } = deps
  const [first = nowhere, ...others] = endpoints
  const chain = rpcChain([first, ...others], deps.chainId)
  const stopping = new AbortController()
  let addresses: OwnAddresses | undefined
  let isMismatch = false
  let startedAt = performance.now()
  let succeededAt: number | undefined
  let [latestAt, loggedAt] = [0, Number.NEGATIVE_INFINITY]
  let opening: Promise<void> = Promise.resolve()

  async function openAddresses(): Promise<void> {
    try {
      addresses = await openWithRetry(deps, stopping.signal, logFailure)
      if (addresses !== undefined) deps.onAddresses?.(addresses.hot)
    } catch (error) {
      if (!(error instanceof AddressMismatch)) throw error
      isMismatch = true
      log.error({ event: 'custody.address_mismatch', network: id, reason: error.message }, 'a network is closed')
    }
  }

  function logFailure(reason: string): void {
    const moment = performance.now()
    if (moment - startedAt < QUIET_MILLIS || moment - loggedAt < LOG_PAUSE_MILLIS) return
    loggedAt = moment
    log.warn({ event: 'custody.network_delayed', network: id, reason }, 'the chain of a network cannot be followed')
  }

  function stateNow(): NetworkState {
    if (isMismatch || endpoints.length === 0 || deps.canRun?.() === false) return 'unavailable'
    const moment = performance.now()
    if (succeededAt === undefined) return moment - startedAt > STARTING_MILLIS ? 'unavailable' : 'starting'
    const isOld = deps.maxBlockAge !== undefined && now() - latestAt > deps.maxBlockAge
    return isOld || moment - succeededAt > DELAYED_MILLIS ? 'delayed' : 'available'
  }

  return {
    id,
    chain,
    get addresses() {
      return addresses
    },
    get state() {
      return stateNow()
    },
    get isReady() {
      return addresses !== undefined
    },
    async depositAddress(user) {
      const address = await addresses?.give(user)
      return address === undefined || isRefused(address) ? address : { address, memo: null }
    },
    listed: () => sequencer.readUncommitted((state) => networkOf(state, id)),
    succeeded({ latest }) {
      succeededAt = performance.now()
      latestAt = latest.at
    },
    failed: logFailure,
    start() {
      startedAt = performance.now()
      opening = openAddresses()
    },
    async stop() {
      stopping.abort()
      await opening
    },
  }
}

/** Undefined if it was stopped. Throws `AddressMismatch`; every other error is repeated. */
async function openWithRetry(
  deps: EvmNetworkDeps,
  signal: AbortSignal,
  onFailure: (reason: string) => void,
): Promise<OwnAddresses | undefined> {
  while (!signal.aborted) {
    try {
      return await openOwnAddresses({ ...deps, xpub: await deps.xpub() })
    } catch (error) {
      if (error instanceof AddressMismatch) throw error
      if (!signal.aborted) onFailure(error instanceof Error ? error.message : String(error))
    }
    await pause(XPUB_RETRY_MILLIS, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
