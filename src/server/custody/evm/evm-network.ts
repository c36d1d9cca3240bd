/** The connection to the chain of a network: its endpoints, our addresses on it, and whether it works. */

import type { BlockRef, EvmChain } from '../../../chains/evm/chain.ts'
import { ChainUnavailable } from '../../../chains/evm/chain.ts'
import type { JsonRpc } from '../../../chains/evm/json-rpc.ts'
import { rpcChain } from '../../../chains/evm/rpc-chain.ts'
import type { Millis, NetworkId } from '../../../contract/ids.ts'
import { isRefused } from '../../../contract/refusals.ts'
import { networkOf } from '../../../engine/exchange.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { AddressMismatch } from '../base/address-mismatch.ts'
import { openConnection } from '../base/connection.ts'
import type { Cursors } from '../base/cursors.ts'
import type { ConnectedNetwork } from '../base/networks.ts'
import { obstacleOf, openOwnKeys } from '../base/own-keys.ts'
import type { OwnAddresses } from './own-addresses.ts'

export type EvmNetwork = ConnectedNetwork & {
  readonly chain: EvmChain
  /** Undefined until the signer has told its public key and all are verified, and on a closed network. */
  readonly addresses: OwnAddresses | undefined
  readonly cursors: Cursors
  /** A round of the watcher ended. */
  succeeded(head: { readonly latest: BlockRef; readonly final: BlockRef }): void
  failed(reason: string): void
  start(): void
  stop(): Promise<void>
}

type EvmNetworkDeps = {
  readonly id: NetworkId
  readonly cursors: Cursors
  readonly chainId: number
  /** Empty: no endpoint is configured. */
  readonly endpoints: readonly JsonRpc[]
  /** Of the play chain: whether it can run here. */
  readonly canRun?: () => boolean
  /** See `sharedOwnAddresses`. Throws while the signer is not available. */
  readonly openAddresses: (signal: AbortSignal) => Promise<OwnAddresses>
  readonly sequencer: Pick<Sequencer, 'read' | 'readUncommitted' | 'submit'>
  readonly log: Log
  readonly now: () => Millis
  /** The addresses are known from now on. */
  readonly onAddresses?: (hot: string) => void
  /** A chain without a new block for this long is delayed; undefined: it makes blocks on demand. */
  readonly maxBlockAge?: Millis
  /** Overridden by tests. */
  readonly delayedMillis?: Millis
}

const nowhere: JsonRpc = {
  async call() {
    throw new ChainUnavailable('no endpoint is configured')
  },
}

export function openEvmNetwork(deps: EvmNetworkDeps): EvmNetwork {
  const { id, cursors, endpoints, sequencer, log } = deps
  const [first = nowhere, ...others] = endpoints
  const chain = rpcChain([first, ...others], deps.chainId)
  const connection = openConnection({
    ...deps,
    isConfigured: endpoints.length > 0,
    obstacle: () => obstacleOf(own, deps.canRun),
    hasAddresses: () => own.value !== undefined,
  })
  const own = openOwnKeys({
    id,
    log,
    read: deps.openAddresses,
    onRead: ({ hot }) => deps.onAddresses?.(hot),
    onFailure: connection.failed,
  })

  return {
    id,
    chain,
    cursors,
    get addresses() {
      return own.value
    },
    get state() {
      return connection.state
    },
    get health() {
      return connection.health
    },
    get isReady() {
      return own.value !== undefined
    },
    get closed() {
      return own.closed
    },
    otherJettonWallet: undefined,
    reads: () => true,
    ownJettonWallet: () => undefined,
    get hotWallet() {
      return own.value?.hot
    },
    givenAddress: (user) => own.value?.ofUser(user)?.address,
    get depositAddresses() {
      const all = [...(own.value?.all() ?? [])]
      return all.flatMap(({ number, address }) => (number === 0 ? [] : [address])).toSorted()
    },
    async depositAddress(user) {
      try {
        const address = await own.value?.give(user)
        return address === undefined || isRefused(address) ? address : { address, memo: null }
      } catch (error) {
        if (!(error instanceof AddressMismatch)) throw error
        own.close(error.message)
        return undefined
      }
    },
    listed: () => sequencer.readUncommitted((state) => networkOf(state, id)),
    succeeded: ({ latest }) => connection.succeeded(latest.at),
    failed: connection.failed,
    start() {
      connection.start()
      own.start()
    },
    stop: own.stop,
  }
}
