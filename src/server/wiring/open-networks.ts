/** Everything that deposits need: the play chain or live endpoints, the watcher of each network, and play wallets. */

import { ChainUnavailable } from '../../chains/chain-unavailable.ts'
import { httpJsonRpc, type JsonRpc, ofChain } from '../../chains/evm/json-rpc.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { networksOf } from '../../engine/exchange.ts'
import type { Cursors } from '../custody/base/cursors.ts'
import type { Networks } from '../custody/base/networks.ts'
import type { PaymentStep } from '../custody/base/payment-step.ts'
import { type EvmNetwork, openEvmNetwork } from '../custody/evm/evm-network.ts'
import { sharedOwnAddresses } from '../custody/evm/own-addresses.ts'
import { openWatcher, type Watcher } from '../custody/evm/watcher.ts'
import type { SignerClient } from '../custody/signer/signer-client.ts'
import type { TonNetwork } from '../custody/ton/ton-network.ts'
import { ETHEREUM, openDefaultNetworks } from '../deposits/default-networks.ts'
import { PLAY_TOKEN } from '../play-chain/genesis.ts'
import { openPlayChain, type PlayChain } from '../play-chain/play-chain.ts'
import { type PlayKey, treasuryKey } from '../play-chain/play-keys.ts'
import { openTreasury, type Treasury } from '../play-chain/treasury.ts'
import { PLAY_JETTON } from '../play-ton/genesis.ts'
import { openPlayWallets } from '../play-wallet/play-wallet.ts'
import type { PlayWallets } from '../play-wallet/wallet-facts.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { openTonFunds, type TonFunds } from './open-ton-networks.ts'

type FundsDeps = {
  readonly config: Pick<Config, 'dataDir' | 'playChain' | 'evmRpcUrls' | 'tonApiUrls'>
  readonly database: Database
  readonly sequencer: Sequencer
  readonly cursors: Cursors
  readonly clock: Clock
  readonly log: Log
  readonly signer: Pick<SignerClient, 'xpub' | 'tonKey' | 'counters'>
  /** The row of a deposit or withdrawal changed outside of the engine. */
  readonly changed: (user: UserId, uuid: string) => void
  readonly onStep: ((step: PaymentStep) => void) | undefined
  /** Overridden by tests. */
  readonly delayedMillis: Millis | undefined
}

export type Funds = {
  readonly networks: Networks
  readonly evm: readonly EvmNetwork[]
  readonly ton: readonly TonNetwork[]
  /** Undefined in live mode, and if the play chain is off. */
  readonly play: { readonly rpc: JsonRpc; readonly wallets: PlayWallets; readonly ton: TonFunds['play'] } | undefined
  /** Resolves when the first start of each play chain has succeeded or failed. */
  readonly settled: Promise<unknown>
  /** Returns at once: nothing waits for a chain. */
  start(): void
  stop(): Promise<void>
}

/** The play chain reports each block: polling only repeats what failed. */
const PLAY_POLL_MILLIS: Millis = 1_000
const LIVE_POLL_MILLIS: Millis = 4_000
/** Ethereum makes a block every 12 s. */
const MAX_LIVE_BLOCK_AGE: Millis = 5 * 60_000

type EvmFunds = Pick<Funds, 'evm' | 'settled' | 'start' | 'stop'> & {
  readonly play: { readonly rpc: JsonRpc; readonly wallets: PlayWallets } | undefined
}

/** Lists the default networks of play mode, and opens the networks that are listed now. */
export async function openFunds(deps: FundsDeps): Promise<Funds> {
  const { config } = deps
  if (config.playChain !== undefined) await openDefaultNetworks(deps, { ethereum: PLAY_TOKEN, ton: PLAY_JETTON })
  const evm = await openEvmFunds(deps)
  const ton = await openTonFunds(deps)
  const all = [...evm.evm, ...ton.networks]
  return {
    networks: new Map(all.map((network) => [network.id, network])),
    evm: evm.evm,
    ton: ton.networks,
    play: evm.play && { ...evm.play, ton: ton.play },
    settled: Promise.all([evm.settled, ton.settled]),
    start() {
      evm.start()
      ton.start()
    },
    stop: async () => void (await Promise.all([evm.stop(), ton.stop()])),
  }
}

async function openEvmFunds(deps: FundsDeps): Promise<EvmFunds> {
  const { config, database, sequencer, clock, log } = deps
  if (config.playChain === undefined) return openLive(deps)
  const { anvilPath, blockMillis } = config.playChain
  const key = await treasuryKey(database)
  const playChain = openPlayChain({
    network: ETHEREUM,
    sequencer,
    database,
    clock,
    log,
    dataDir: config.dataDir,
    anvilPath,
    blockMillis,
    treasury: key.address,
  })
  return openPlay(deps, playChain, key)
}

async function openPlay(deps: FundsDeps, playChain: PlayChain, key: PlayKey): Promise<EvmFunds> {
  const { rpc } = playChain
  const { database, sequencer, cursors, clock, log, signer, delayedMillis } = deps
  const canRun = (): boolean => playChain.status !== 'unavailable'
  const listed = await evmNetworksOf(deps)
  const openAddresses = sharedOwnAddresses({ database, sequencer, xpub: signer.xpub })
  const treasury = openTreasury(rpc, key)
  const networks = listed.map(({ network: { id, chainId } }) => {
    const endpoints = id === ETHEREUM ? [rpc] : []
    // The first blocks may be made before the signer tells its addresses.
    const onAddresses = (hot: string): void => refill(deps, treasury, hot)
    return openEvmNetwork({
      id,
      chainId,
      endpoints,
      openAddresses,
      onAddresses,
      cursors,
      canRun,
      sequencer,
      log,
      now: clock.now,
      delayedMillis,
    })
  })
  const watched = networks.flatMap((network) =>
    network.id === ETHEREUM ? [{ network, watcher: watch(deps, network, PLAY_POLL_MILLIS, key.address) }] : [],
  )
  for (const { network, watcher } of watched)
    playChain.listen(() => {
      watcher.wake()
      if (network.addresses !== undefined) refill(deps, treasury, network.addresses.hot)
    })
  const wallets = watched.map(({ network }) =>
    openPlayWallets({ network, playChain, treasury, database, sequencer }),
  )[0]
  return {
    evm: networks,
    play: wallets && { rpc, wallets },
    settled: playChain.settled,
    start() {
      playChain.start()
      for (const network of networks) network.start()
      for (const { watcher } of watched) watcher.start()
    },
    async stop() {
      const watchers = watched.map(({ watcher }) => watcher)
      await Promise.all([playChain, ...watchers, ...networks].map((part) => part.stop()))
    },
  }
}

/** The next block tries again, or the first one of a chain that is starting. */
function refill({ log }: FundsDeps, treasury: Treasury, hot: string): void {
  treasury.refill(hot).catch((err: unknown) => {
    if (err instanceof ChainUnavailable) return
    log.warn({ event: 'funds.refill_failed', err }, 'the hot wallet of the play chain was not refilled')
  })
}

async function openLive(deps: FundsDeps): Promise<EvmFunds> {
  const { config, database, sequencer, cursors, clock, log, signer, delayedMillis } = deps
  const closing = new AbortController()
  const endpoints = config.evmRpcUrls.map((url) => httpJsonRpc(url, { signal: closing.signal }))
  const listed = await evmNetworksOf(deps)
  const openAddresses = sharedOwnAddresses({ database, sequencer, xpub: signer.xpub })
  const networks = listed.map(({ network: { id, chainId } }) =>
    openEvmNetwork({
      id,
      chainId,
      endpoints: endpoints.map((endpoint) => ofChain(endpoint, chainId)),
      openAddresses,
      cursors,
      sequencer,
      log,
      now: clock.now,
      maxBlockAge: MAX_LIVE_BLOCK_AGE,
      delayedMillis,
    }),
  )
  const watchers = endpoints.length === 0 ? [] : networks.map((each) => watch(deps, each, LIVE_POLL_MILLIS, undefined))
  return {
    evm: networks,
    play: undefined,
    settled: Promise.resolve(),
    start() {
      for (const part of [...networks, ...watchers]) part.start()
    },
    async stop() {
      closing.abort()
      await Promise.all([...watchers, ...networks].map((part) => part.stop()))
    },
  }
}

const evmNetworksOf = async ({ sequencer }: FundsDeps) =>
  (await sequencer.read(networksOf)).filter(({ network }) => network.kind === 'evm')

function watch(deps: FundsDeps, network: EvmNetwork, pollMillis: Millis, treasury: string | undefined): Watcher {
  const { database, sequencer, clock, log, changed: onDeposit } = deps
  return openWatcher({ network, database, sequencer, clock, log, treasury, pollMillis, onDeposit })
}
