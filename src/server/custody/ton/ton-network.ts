/** The connection to a TON network: its chain, the wallet of the exchange on it, and whether it works. */

import type { TonChain } from '../../../chains/ton/chain.ts'
import { HIGHLOAD_CODE_HASH, highloadAddress } from '../../../chains/ton/highload.ts'
import { memoOf } from '../../../chains/ton/memo.ts'
import type { Millis, NetworkId, PaymentId, UserId } from '../../../contract/ids.ts'
import { isRefused, type Refusal } from '../../../contract/refusals.ts'
import { expectDefined } from '../../../engine/assert.ts'
import { depositNumberOf, networkOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { execute, queryOne } from '../../postgres/query.ts'
import { type InTurn, openTurns } from '../../runtime/in-turn.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { AddressMismatch, OTHER_KEYS } from '../base/address-mismatch.ts'
import { openConnection } from '../base/connection.ts'
import type { Cursors } from '../base/cursors.ts'
import type { ConnectedNetwork } from '../base/networks.ts'
import { obstacleOf, openOwnKeys } from '../base/own-keys.ts'
import { ownJettonWallets } from './own-jetton-wallets.ts'

export type TonNetwork = ConnectedNetwork & {
  readonly chain: TonChain
  readonly cursors: Cursors
  /** Rounds of the watcher and comparisons: a comparison sees no half-booked list. */
  readonly inTurn: InTurn
  /** Raw. Undefined until the signer has told its public key, or if the network is closed: an own address is another one. */
  readonly wallet: string | undefined
  /** Payments of jettons that neither arrived nor came back in their time, as far as this process has read the lists. */
  readonly missing: Set<PaymentId>
  /** A round of the watcher ended. `time`: seconds by the clock of the chain. */
  succeeded(account: { readonly time: number; readonly codeHash: string | null }): void
  failed(reason: string): void
  /** The own wallet of a jetton. Throws `ChainUnavailable` until the jetton has named it, or if it names another one. */
  jettonWallet(master: string): Promise<string>
  start(): void
  stop(): Promise<void>
}

type TonNetworkDeps = {
  readonly id: NetworkId
  readonly cursors: Cursors
  /** Undefined: no endpoint is configured. */
  readonly chain: TonChain | undefined
  /** Of the play chain: whether it can run here. */
  readonly canRun?: () => boolean
  /** The public key of the hot wallet as hex digits. Throws while the signer is not available. */
  readonly tonKey: () => Promise<string>
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'readUncommitted' | 'submit'>
  readonly log: Log
  readonly now: () => Millis
  /** The address is known from now on. */
  readonly onWallet?: (address: string) => void
  readonly maxBlockAge?: Millis
  /** Overridden by tests. */
  readonly delayedMillis?: Millis
}

export function openTonNetwork(deps: TonNetworkDeps, unavailable: TonChain): TonNetwork {
  const { id, cursors, sequencer, log } = deps
  const chain = deps.chain ?? unavailable
  let isDeployed = false
  const connection = openConnection({
    ...deps,
    isConfigured: deps.chain !== undefined,
    obstacle: () => obstacleOf(own, deps.canRun),
    hasAddresses: () => own.value !== undefined,
  })
  const own = openOwnKeys({
    id,
    log,
    read: async () => storedWallet(deps, highloadAddress(Buffer.from(await deps.tonKey(), 'hex'))),
    onRead: (wallet) => deps.onWallet?.(wallet),
    onFailure: connection.failed,
  })
  const jettonWallets = ownJettonWallets({ ...deps, chain, owner: () => own.value, close: own.close, open: own.open })

  return {
    id,
    inTurn: openTurns(),
    missing: new Set(),
    chain,
    cursors,
    get wallet() {
      return own.value
    },
    get state() {
      return connection.state
    },
    get health() {
      return connection.health
    },
    get isReady() {
      return own.value !== undefined && isDeployed
    },
    get closed() {
      return own.closed
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
    listed: () => sequencer.readUncommitted((state) => networkOf(state, id)),
    async depositAddress(user) {
      const address = own.value
      if (address === undefined || !isDeployed) return undefined
      const number = await giveNumber(sequencer, user)
      return isRefused(number) ? number : { address, memo: memoOf(number) }
    },
    succeeded({ time, codeHash }) {
      isDeployed = codeHash === HIGHLOAD_CODE_HASH
      connection.succeeded(time * 1_000)
    },
    failed: connection.failed,
    jettonWallet: jettonWallets.find,
    start() {
      connection.start()
      own.start()
    },
    stop: own.stop,
  }
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
