/** A TON network: its chain, the wallet of the exchange on it, and whether it works. */

import type { TonChain } from '../../../chains/ton/chain.ts'
import { HIGHLOAD_CODE_HASH, highloadAddress } from '../../../chains/ton/highload.ts'
import { memoOf } from '../../../chains/ton/memo.ts'
import type { PaymentId, UserId } from '../../../contract/ids.ts'
import { isRefused, type Refusal } from '../../../contract/refusals.ts'
import { expectDefined } from '../../../engine/assert.ts'
import { depositNumberOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { execute, queryOne } from '../../postgres/query.ts'
import { type InTurn, openTurns } from '../../runtime/in-turn.ts'
import { AddressMismatch, OTHER_KEYS } from '../base/address-mismatch.ts'
import type { ConnectedNetwork } from '../base/networks.ts'
import { extended, type NetworkDeps, type OpenedNetwork, openNetwork } from '../base/open-network.ts'
import { ownJettonWallets } from './own-jetton-wallets.ts'

export type TonNetwork = ConnectedNetwork &
  OpenedNetwork & {
    readonly chain: TonChain
    /** Rounds of the watcher and comparisons: a comparison sees no half-booked list. */
    readonly inTurn: InTurn
    /** Raw. Undefined until the signer has told its public key, or if the network is closed: an own address is another one. */
    readonly wallet: string | undefined
    /** Payments of jettons that neither arrived nor came back in their time, as far as this process has read the lists. */
    readonly missing: Set<PaymentId>
    /** A round of the watcher ended. `time`: seconds by the clock of the chain. */
    succeeded(account: { readonly time: number; readonly codeHash: string | null }): void
    /** The own wallet of a jetton. Throws `ChainUnavailable` until the jetton has named it, or if it names another one. */
    jettonWallet(master: string): Promise<string>
  }

type TonNetworkDeps = NetworkDeps & {
  /** Undefined: no endpoint is configured. */
  readonly chain: TonChain | undefined
  /** The public key of the hot wallet as hex digits. Throws while the signer is not available. */
  readonly tonKey: () => Promise<string>
  readonly database: Pick<Database, 'pool'>
  /** The address is known from now on. */
  readonly onWallet?: (address: string) => void
}

export function openTonNetwork(deps: TonNetworkDeps, unavailable: TonChain): TonNetwork {
  const { sequencer } = deps
  const chain = deps.chain ?? unavailable
  let isDeployed = false
  const { network, own, succeeded } = openNetwork(deps, {
    isConfigured: deps.chain !== undefined,
    read: async () => storedWallet(deps, highloadAddress(Buffer.from(await deps.tonKey(), 'hex'))),
    onRead: (wallet) => deps.onWallet?.(wallet),
  })
  const jettonWallets = ownJettonWallets({ ...deps, chain, owner: () => own.value, close: own.close, open: own.open })
  return extended(network, {
    inTurn: openTurns(),
    missing: new Set<PaymentId>(),
    chain,
    get wallet() {
      return own.value
    },
    get isReady() {
      return own.value !== undefined && isDeployed
    },
    get hotWallet() {
      return own.value
    },
    givenAddress: () => undefined,
    depositAddresses: [],
    get otherJettonWallet() {
      return jettonWallets.other
    },
    reads: (contract) => contract === null || jettonWallets.known(contract) !== undefined,
    ownJettonWallet: jettonWallets.known,
    async depositAddress(user) {
      const address = own.value
      if (address === undefined || !isDeployed) return undefined
      const number = await giveNumber(sequencer, user)
      return isRefused(number) ? number : { address, memo: memoOf(number) }
    },
    succeeded({ time, codeHash }) {
      isDeployed = codeHash === HIGHLOAD_CODE_HASH
      succeeded(time * 1_000)
    },
    jettonWallet: jettonWallets.find,
  } satisfies Omit<TonNetwork, keyof OpenedNetwork>)
}

const giveNumber = (sequencer: TonNetworkDeps['sequencer'], user: UserId): Promise<number | Refusal> =>
  sequencer.submit({ type: 'give-deposit-number', user }, (state, { answer }) =>
    answer.type === 'refused'
      ? answer.refusal
      : expectDefined(depositNumberOf(state, user), 'the command gave a number'),
  )

/** The address that users know. Throws `AddressMismatch` if the key belongs to another one. */
async function storedWallet({ database: { pool }, id }: TonNetworkDeps, address: string): Promise<string> {
  const values = [id, address]
  await execute(pool, 'insert into ton_wallets (network_id, address) values ($1, $2) on conflict do nothing', values)
  const row = await queryOne<{ address: string }>(pool, 'select address from ton_wallets where network_id = $1', [id])
  if (row?.address !== address) throw new AddressMismatch(OTHER_KEYS, 'ton_wallets')
  return address
}
