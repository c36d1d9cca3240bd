/** Everything that deposits need: the play chain or live endpoints, the watcher of each network, and play wallets. */

import { httpJsonRpc, type JsonRpc, ofChain } from '../chains/evm/json-rpc.ts'
import type { TonTransport } from '../chains/ton/toncenter.ts'
import type { Millis, UserId } from '../contract/ids.ts'
import { networksOf } from '../engine/exchange.ts'
import { type EvmNetwork, openEvmNetwork } from './custody/evm-network.ts'
import type { EvmNetworks } from './custody/evm-networks.ts'
import { openWatcher, type Watcher } from './custody/watcher.ts'
import { ETHEREUM, openDefaultNetworks } from './deposits/default-networks.ts'
import { PLAY_TOKEN } from './play-chain/genesis.ts'
import { openPlayChain, type PlayChain } from './play-chain/play-chain.ts'
import { type PlayKey, treasuryKey } from './play-chain/play-keys.ts'
import { openTreasury, type Treasury } from './play-chain/treasury.ts'
import { openPlayTon, type PlayTon } from './play-ton/play-ton.ts'
import { tonTreasuryKey } from './play-ton/ton-keys.ts'
import { openPlayWallets, type PlayWallets } from './play-wallet/play-wallet.ts'
import type { Database } from './postgres/database.ts'
import type { Clock } from './runtime/clock.ts'
import type { Config } from './runtime/config.ts'
import type { Log } from './runtime/log.ts'
import type { Sequencer } from './sequencer/sequencer.ts'

type FundsDeps = {
  readonly config: Pick<Config, 'dataDir' | 'playChain' | 'evmRpcUrls'>
  readonly database: Database
  readonly sequencer: Sequencer
  readonly clock: Clock
  readonly log: Log
  /** The extended public key m/44'/60'/0' of the signer. Throws while the signer is not available. */
  readonly xpub: () => Promise<string>
  /** The row of a deposit changed before the engine knows it. */
  readonly onDeposit: (user: UserId, uuid: string) => void
}

export type Funds = {
  readonly networks: EvmNetworks
  /** Undefined in live mode, and if the play chain is off. */
  readonly play: { readonly rpc: JsonRpc; readonly ton: TonTransport; readonly wallets: PlayWallets } | undefined
  /** Returns at once: nothing waits for a chain. */
  start(): void
  stop(): Promise<void>
}

/** The play chain reports each block: polling only repeats what failed. */
const PLAY_POLL_MILLIS: Millis = 1_000
const LIVE_POLL_MILLIS: Millis = 4_000
/** Ethereum makes a block every 12 s. */
const MAX_LIVE_BLOCK_AGE: Millis = 5 * 60_000

/** Lists the default network of play mode, and opens the networks that are listed now. */
export async function openFunds(deps: FundsDeps): Promise<Funds> {
  const { config, database } = deps
  const { playChain: settings } = config
  if (settings === undefined) return openLive(deps)
  await openDefaultNetworks(deps, PLAY_TOKEN)
  const key = await treasuryKey(database)
  const playChain = openPlayChain({ ...deps, ...config, ...settings, network: ETHEREUM, treasury: key.address })
  // A block of TON is made twice as often.
  const blockMillis = Math.ceil(settings.blockMillis / 2)
  const playTon = openPlayTon({ ...deps, blockMillis, treasury: await tonTreasuryKey(database) })
  return openPlay(deps, playChain, key, playTon)
}

async function openPlay(deps: FundsDeps, playChain: PlayChain, key: PlayKey, playTon: PlayTon): Promise<Funds> {
  const { rpc } = playChain
  const canRun = (): boolean => playChain.status !== 'unavailable'
  const listed = await deps.sequencer.read(networksOf)
  const treasury = openTreasury(rpc, key)
  const networks = listed.map(({ network: { id, chainId } }) => {
    const endpoints = id === ETHEREUM ? [rpc] : []
    // The first blocks may be made before the signer tells its addresses.
    const onAddresses = (hot: string): void => refill(deps, treasury, hot)
    return openEvmNetwork({ ...deps, id, chainId, endpoints, canRun, now: deps.clock.now, onAddresses })
  })
  const watched = networks.flatMap((network) =>
    network.id === ETHEREUM ? [{ network, watcher: watch(deps, network, PLAY_POLL_MILLIS, key.address) }] : [],
  )
  for (const { network, watcher } of watched)
    playChain.listen(() => {
      watcher.wake()
      if (network.addresses !== undefined) refill(deps, treasury, network.addresses.hot)
    })
  const wallets = watched.map(({ network }) => openPlayWallets({ ...deps, network, playChain, treasury }))[0]
  return {
    networks: new Map(networks.map((network) => [network.id, network])),
    play: wallets && { rpc, ton: playTon.api, wallets },
    start() {
      playChain.start()
      playTon.start()
      for (const network of networks) network.start()
      for (const { watcher } of watched) watcher.start()
    },
    async stop() {
      const watchers = watched.map(({ watcher }) => watcher)
      await Promise.all([playChain, playTon, ...watchers, ...networks].map((part) => part.stop()))
    },
  }
}

/** The next block tries again. */
function refill({ log }: FundsDeps, treasury: Treasury, hot: string): void {
  treasury.refill(hot).catch((err: unknown) => {
    log.warn({ event: 'funds.refill_failed', err }, 'the hot wallet of the play chain was not refilled')
  })
}

async function openLive(deps: FundsDeps): Promise<Funds> {
  const { config, sequencer, clock } = deps
  const closing = new AbortController()
  const endpoints = config.evmRpcUrls.map((url) => httpJsonRpc(url, { signal: closing.signal }))
  const listed = await sequencer.read(networksOf)
  const networks = listed.map(({ network: { id, chainId } }) =>
    openEvmNetwork({
      ...deps,
      id,
      chainId,
      endpoints: endpoints.map((endpoint) => ofChain(endpoint, chainId)),
      now: clock.now,
      maxBlockAge: MAX_LIVE_BLOCK_AGE,
    }),
  )
  const watchers = endpoints.length === 0 ? [] : networks.map((each) => watch(deps, each, LIVE_POLL_MILLIS, undefined))
  return {
    networks: new Map(networks.map((network) => [network.id, network])),
    play: undefined,
    start() {
      for (const part of [...networks, ...watchers]) part.start()
    },
    async stop() {
      closing.abort()
      await Promise.all([...watchers, ...networks].map((part) => part.stop()))
    },
  }
}

const watch = (deps: FundsDeps, network: EvmNetwork, pollMillis: Millis, treasury: string | undefined): Watcher =>
  openWatcher({ ...deps, network, pollMillis, treasury })
