/** What deposits on TON need: the play chain or a live endpoint, and the watcher of each TON network. */

import { ChainUnavailable } from '../../chains/chain-unavailable.ts'
import { agreedChain } from '../../chains/ton/agreed-chain.ts'
import type { TonChain } from '../../chains/ton/chain.ts'
import { httpToncenter, ofTonChain, type TonTransport } from '../../chains/ton/toncenter.ts'
import { toncenterChain } from '../../chains/ton/toncenter-chain.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Network } from '../../contract/wallet/networks.ts'
import { networksOf } from '../../engine/exchange.ts'
import type { Cursors } from '../custody/base/cursors.ts'
import type { PaymentStep } from '../custody/base/payment-step.ts'
import type { Rounds } from '../custody/base/rounds.ts'
import type { SignerClient } from '../custody/signer/signer-client.ts'
import { openTonNetwork, type TonNetwork } from '../custody/ton/ton-network.ts'
import { openTonWatcher } from '../custody/ton/ton-watcher.ts'
import { TON } from '../deposits/default-networks.ts'
import { openPlayTon } from '../play-ton/play-ton.ts'
import { tonTreasuryKey } from '../play-ton/ton-keys.ts'
import { openTonTreasury } from '../play-ton/ton-treasury.ts'
import { openTonPlayWallets } from '../play-wallet/ton-play-wallet.ts'
import type { PlayWallets } from '../play-wallet/wallet-facts.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

type TonFundsDeps = {
  readonly config: Pick<Config, 'playChain' | 'tonApiUrls'>
  readonly database: Database
  readonly sequencer: Sequencer
  readonly cursors: Cursors
  readonly clock: Clock
  readonly log: Log
  readonly signer: Pick<SignerClient, 'tonKey' | 'counters'>
  readonly changed: (user: UserId, uuid: string) => void
  readonly onStep: ((step: PaymentStep) => void) | undefined
  /** Overridden by tests. */
  readonly delayedMillis: Millis | undefined
}

export type TonFunds = {
  readonly networks: readonly TonNetwork[]
  /** Undefined in live mode, and if the play chains are off. */
  readonly play: { readonly api: TonTransport; readonly wallets: PlayWallets } | undefined
  /** Resolves when the first start of the play chain has succeeded or failed. */
  readonly settled: Promise<void>
  start(): void
  stop(): Promise<void>
}

/** The play chain reports each block: polling only repeats what failed. */
const PLAY_POLL_MILLIS: Millis = 1_000
const LIVE_POLL_MILLIS: Millis = 3_000
const MAX_LIVE_BLOCK_AGE: Millis = 2 * 60_000
/** A block of the play chain, at most this much later than its messages. */
const PLAY_BLOCK_MILLIS: Millis = 1_000

const unavailable = toncenterChain(async () => {
  throw new ChainUnavailable('no endpoint is configured')
})

export async function openTonFunds(deps: TonFundsDeps): Promise<TonFunds> {
  const { config } = deps
  if (config.playChain !== undefined) return openPlay(deps, Math.min(config.playChain.blockMillis, PLAY_BLOCK_MILLIS))
  const [first, ...others] = config.tonApiUrls.map((url) => httpToncenter(url))
  const chainOf = ({ chainId }: Network): TonChain | undefined => {
    const chain = (transport: TonTransport): TonChain => toncenterChain(ofTonChain(transport, chainId))
    return first && agreedChain([chain(first), ...others.map(chain)])
  }
  const networks = await openNetworks(deps, chainOf, { maxBlockAge: MAX_LIVE_BLOCK_AGE })
  const watchers =
    first === undefined ? [] : networks.map((network) => watch(deps, network, LIVE_POLL_MILLIS, undefined))
  return {
    networks,
    play: undefined,
    settled: Promise.resolve(),
    start() {
      for (const part of [...networks, ...watchers]) part.start()
    },
    stop: async () => void (await Promise.all([...watchers, ...networks].map((part) => part.stop()))),
  }
}

async function openPlay(deps: TonFundsDeps, blockMillis: Millis): Promise<TonFunds> {
  const { database, sequencer, clock, log } = deps
  const key = await tonTreasuryKey(database)
  const playTon = openPlayTon({ database, clock, log, blockMillis, treasury: key })
  const chain = toncenterChain(playTon.api)
  const treasury = openTonTreasury(database, chain, key)
  const refill = (wallet: string): void => {
    treasury.refill(wallet).catch((err: unknown) => {
      // The next block tries again, or the first one of a chain that is starting.
      if (err instanceof ChainUnavailable) return
      log.warn({ event: 'funds.refill_failed', err }, 'the hot wallet of the play TON chain was not refilled')
    })
  }
  const networks = await openNetworks(deps, ({ id }) => (id === TON ? chain : undefined), {
    canRun: () => playTon.status !== 'unavailable',
    // The first blocks may be made before the signer tells its key.
    onWallet: refill,
  })
  const watched = networks.filter(({ id }) => id === TON)
  const watchers = watched.map((network) => watch(deps, network, PLAY_POLL_MILLIS, key.address))
  playTon.listen(() => {
    for (const watcher of watchers) watcher.wake()
    for (const { wallet } of watched) if (wallet !== undefined) refill(wallet)
  })
  const wallets = watched.map((network) =>
    openTonPlayWallets({ network, chain, treasury, api: playTon.api, database, sequencer }),
  )[0]
  return {
    networks,
    play: wallets && { api: playTon.api, wallets },
    settled: playTon.settled,
    start() {
      for (const part of [playTon, ...networks, ...watchers]) part.start()
    },
    stop: async () => void (await Promise.all([...watchers, ...networks, playTon].map((part) => part.stop()))),
  }
}

type NetworkOptions = Pick<Parameters<typeof openTonNetwork>[0], 'canRun' | 'onWallet' | 'maxBlockAge'>

async function openNetworks(
  deps: TonFundsDeps,
  chainOf: (network: Network) => TonChain | undefined,
  options: NetworkOptions,
): Promise<readonly TonNetwork[]> {
  const { database, sequencer, cursors, clock, log, signer, delayedMillis } = deps
  const listed = await sequencer.read(networksOf)
  return listed
    .filter(({ network }) => network.kind === 'ton')
    .map(({ network }) =>
      openTonNetwork(
        {
          ...options,
          id: network.id,
          chain: chainOf(network),
          tonKey: signer.tonKey,
          database,
          cursors,
          sequencer,
          log,
          now: clock.now,
          delayedMillis,
        },
        unavailable,
      ),
    )
}

function watch(deps: TonFundsDeps, network: TonNetwork, pollMillis: Millis, treasury: string | undefined): Rounds {
  const { database, sequencer, signer, clock, log, changed: onWithdrawal, onStep } = deps
  return openTonWatcher({
    network,
    database,
    sequencer,
    signer,
    log,
    now: clock.now,
    treasury,
    pollMillis,
    onWithdrawal,
    onStep,
  })
}
