/** An EVM network: its endpoints, our addresses on it, and whether it works. */

import { type BlockRef, ChainUnavailable, type EvmChain } from '../../../chains/evm/chain.ts'
import type { JsonRpc } from '../../../chains/evm/json-rpc.ts'
import { rpcChain } from '../../../chains/evm/rpc-chain.ts'
import { isRefused } from '../../../contract/refusals.ts'
import { AddressMismatch } from '../base/address-mismatch.ts'
import type { ConnectedNetwork } from '../base/networks.ts'
import { extended, type NetworkDeps, type OpenedNetwork, openNetwork } from '../base/open-network.ts'
import type { OwnAddresses } from './own-addresses.ts'

export type EvmNetwork = ConnectedNetwork &
  OpenedNetwork & {
    readonly chain: EvmChain
    /** Undefined until the signer has told its public key and all are verified, and on a closed network. */
    readonly addresses: OwnAddresses | undefined
    /** A round of the watcher ended. */
    succeeded(head: { readonly latest: BlockRef; readonly final: BlockRef }): void
  }

type EvmNetworkDeps = NetworkDeps & {
  readonly chainId: number
  /** Empty: no endpoint is configured. */
  readonly endpoints: readonly JsonRpc[]
  /** See `sharedOwnAddresses`. */
  readonly openAddresses: (signal: AbortSignal) => Promise<OwnAddresses>
  /** The addresses are known from now on. */
  readonly onAddresses?: (hot: string) => void
}

const nowhere: JsonRpc = {
  async call() {
    throw new ChainUnavailable('no endpoint is configured')
  },
}

export function openEvmNetwork(deps: EvmNetworkDeps): EvmNetwork {
  const { endpoints } = deps
  const [first = nowhere, ...others] = endpoints
  const { network, own, succeeded } = openNetwork(deps, {
    isConfigured: endpoints.length > 0,
    read: deps.openAddresses,
    onRead: ({ hot }) => deps.onAddresses?.(hot),
  })
  return extended(network, {
    chain: rpcChain([first, ...others], deps.chainId),
    get addresses() {
      return own.value
    },
    get isReady() {
      return own.value !== undefined
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
    succeeded: ({ latest }) => succeeded(latest.at),
  } satisfies Omit<EvmNetwork, keyof OpenedNetwork>)
}
