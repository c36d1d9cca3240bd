/** The connection to the chain of a network: its endpoints, our addresses on it, and whether it works. */

import { setTimeout as pause } from 'node:timers/promises'
import type { BlockRef, EvmChain } from '../../chains/evm/chain.ts'
import { ChainUnavailable } from '../../chains/evm/chain.ts'
import type { JsonRpc } from '../../chains/evm/json-rpc.ts'
import { rpcChain } from '../../chains/evm/rpc-chain.ts'
import type { Millis, NetworkId } from '../../contract/ids.ts'
import { isRefused } from '../../contract/refusals.ts'
import { networkOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { openConnection } from './connection.ts'
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

const XPUB_RETRY_MILLIS = 500

const nowhere: JsonRpc = {
  async call() {
    throw new ChainUnavailable('no endpoint is configured')
  },
}

export function openEvmNetwork(deps: EvmNetworkDeps): EvmNetwork {
  const { id, endpoints, sequencer, log } = deps
  const [first = nowhere, ...others] = endpoints
  const chain = rpcChain([first, ...others], deps.chainId)
  const stopping = new AbortController()
  let addresses: OwnAddresses | undefined
  let isMismatch = false
  const isPossible = (): boolean => !isMismatch && endpoints.length > 0 && deps.canRun?.() !== false
  const connection = openConnection({ ...deps, isPossible })
  let opening: Promise<void> = Promise.resolve()

  async function openAddresses(): Promise<void> {
    try {
      addresses = await openWithRetry(deps, stopping.signal, connection.failed)
      if (addresses !== undefined) deps.onAddresses?.(addresses.hot)
    } catch (error) {
      if (!(error instanceof AddressMismatch)) throw error
      isMismatch = true
      log.error({ event: 'custody.address_mismatch', network: id, reason: error.message }, 'a network is closed')
    }
  }

  return {
    id,
    chain,
    get addresses() {
      return addresses
    },
    get state() {
      return connection.state
    },
    get isReady() {
      return addresses !== undefined
    },
    async depositAddress(user) {
      const address = await addresses?.give(user)
      return address === undefined || isRefused(address) ? address : { address, memo: null }
    },
    listed: () => sequencer.readUncommitted((state) => networkOf(state, id)),
    succeeded: ({ latest }) => connection.succeeded(latest.at),
    failed: connection.failed,
    start() {
      connection.start()
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
