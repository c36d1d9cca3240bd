/** Everything that leaves the exchange: the signer, and the payer, the sweeper and the reconciler of each network. */

import type { Millis, NetworkId, UserId } from '../../contract/ids.ts'
import { networksOf } from '../../engine/exchange.ts'
import { changeFilter } from '../custody/base/change-filter.ts'
import type { PaymentStep } from '../custody/base/payment-step.ts'
import { openReconciler, type Reconciler } from '../custody/base/reconciler.ts'
import { openRefusals, type Refusals } from '../custody/base/refusals.ts'
import type { Rounds } from '../custody/base/rounds.ts'
import { openSignerWatch } from '../custody/base/signer-watch.ts'
import { bookLostEvm } from '../custody/evm/book-lost-evm.ts'
import { compareChain } from '../custody/evm/compare-chain.ts'
import type { EvmNetwork } from '../custody/evm/evm-network.ts'
import { openEvmPayer } from '../custody/evm/evm-payer.ts'
import { openSweeper } from '../custody/evm/sweeper.ts'
import { playPolicy } from '../custody/signer/play-policy.ts'
import { type SignerClient, SignerUnavailable, signerClient } from '../custody/signer/signer-client.ts'
import { openSignerProcess } from '../custody/signer/signer-process.ts'
import { openSignerTerm, SignerNotAccepted } from '../custody/signer/signer-term.ts'
import { bookLostTon } from '../custody/ton/book-lost-ton.ts'
import { compareTon } from '../custody/ton/compare-ton.ts'
import type { TonNetwork } from '../custody/ton/ton-network.ts'
import { openTonPayer } from '../custody/ton/ton-payer.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import { failingIf, type HealthTimes, OFF, type PartReading } from '../runtime/part-health.ts'
import { openRepeatedCheck } from '../runtime/repeated-check.ts'
import type { RecordKey } from '../secrets/record-key.ts'
import type { Listener } from '../sequencer/deliveries.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { FindUsers } from '../users/find-users.ts'

type SignerDeps = {
  readonly config: Pick<Config, 'dataDir' | 'signer'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly recordKey: Pick<RecordKey, 'sealed'>
  readonly log: Log
  readonly healthTimes: HealthTimes
}

export type SignerConnection = {
  readonly client: SignerClient
  /** For `/health`. */
  readonly health: PartReading
  /** The process of the signer of a play exchange. */
  pid(): number | undefined
  /** Call it once the networks are listed. */
  start(): Promise<void>
  stop(): Promise<void>
}

const refuseAll = async (): Promise<never> => {
  throw new SignerUnavailable('no signer is configured')
}
const noClient: SignerClient = {
  xpub: refuseAll,
  tonKey: refuseAll,
  manifestKey: refuseAll,
  isPaused: refuseAll,
  instance: refuseAll,
  counters: refuseAll,
  versions: refuseAll,
  transactions: refuseAll,
  check: refuseAll,
  sign: refuseAll,
  skip: refuseAll,
  lead: refuseAll,
  keep: refuseAll,
}

export async function openSigner(deps: SignerDeps): Promise<SignerConnection> {
  const { config, sequencer, log } = deps
  const nothing = { pid: () => undefined, start: async () => undefined, stop: async () => undefined }
  if (config.signer === undefined) return { client: noClient, health: OFF, ...nothing }
  if (config.signer.type !== 'child') return checkedSigner(deps, { client: signerClient(config.signer), ...nothing })
  const journal = await sequencer.read((state) => state.journal)
  const child = openSignerProcess({ dataDir: config.dataDir, journal, log })
  return checkedSigner(deps, {
    client: signerClient(child),
    pid: child.pid,
    start: async () => child.start(playPolicy(await sequencer.read(networksOf))),
    stop: child.stop,
  })
}

/** Asks the signer for its status from its start on. A signer that starts at the same time needs a moment. */
function checkedSigner(
  { healthTimes, recordKey, sequencer }: SignerDeps,
  signer: Omit<SignerConnection, 'health'>,
): SignerConnection {
  const { client, begin } = openSignerTerm(signer.client, sequencer)
  const { ownMillis, answerMillis } = healthTimes
  let isPaused = false
  let isKept = false
  const check = openRepeatedCheck({
    check: async () => {
      isPaused = await client.isPaused()
      await begin()
      if (!isKept) await client.keep(recordKey.sealed)
      isKept = true
    },
    // Other messages can contain the path of the socket.
    reasonOf: (error) => (error instanceof SignerNotAccepted ? error.message : 'it does not answer'),
    firstMillis: ownMillis,
    pauseMillis: ownMillis,
    retryMillis: ownMillis,
    slowMillis: answerMillis,
  })
  return {
    ...signer,
    client,
    get health() {
      if (check.failure === undefined && isPaused) return { state: 'paused', reason: 'by its operator' } as const
      return failingIf(check.failure)
    },
    async start() {
      await signer.start()
      check.start()
    },
    async stop() {
      check.stop()
      await signer.stop()
    },
  }
}

type PaymentsDeps = {
  readonly users: Pick<FindUsers, 'findAccount'>
  readonly config: Pick<Config, 'mode' | 'stuckMillis'>
  readonly evm: readonly EvmNetwork[]
  readonly ton: readonly TonNetwork[]
  readonly signer: SignerClient
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly clock: Clock
  readonly log: Log
  readonly forged: ForgedRows
  /** The row of a withdrawal changed outside of the engine. */
  readonly onWithdrawal: (user: UserId, uuid: string) => void
  readonly onStep?: ((step: PaymentStep) => void) | undefined
  readonly healthTimes: Pick<HealthTimes, 'comparedMillis'>
}

type NetworkReconciler = Pick<Reconciler, 'compare' | 'isOverdue'> & {
  /** Books what was paid after the backup that was restored, then ends the pause. */
  bookLost(by: Parameters<typeof bookLostEvm>[1]): ReturnType<typeof bookLostEvm>
}

export type Payments = {
  readonly reconcilers: ReadonlyMap<NetworkId, NetworkReconciler>
  readonly refusals: ReadonlyMap<NetworkId, Pick<Refusals, 'refused' | 'health'>>
  /** Wakes the payers when a withdrawal is approved. */
  readonly listener: Listener
  start(): void
  stop(): Promise<void>
}

type Times = { readonly pollMillis: Millis; readonly sweepMillis: Millis; readonly reconcileMillis: Millis }

const TIMES: Readonly<Record<Config['mode'], Times>> = {
  play: { pollMillis: 500, sweepMillis: 10_000, reconcileMillis: 60_000 },
  live: { pollMillis: 4_000, sweepMillis: 60_000, reconcileMillis: 60_000 },
}

export function openPayments(deps: PaymentsDeps): Payments {
  const { evm, ton } = deps
  const times = TIMES[deps.config.mode]
  const parts = [
    ...evm.map((network) => evmPayments(deps, network, times)),
    ...ton.map((network) => tonPayments(deps, network, times)),
  ]
  return {
    reconcilers: new Map(parts.map(({ id, reconciler, bookLost }) => [id, withBooking(reconciler, bookLost)])),
    refusals: new Map(parts.map(({ id, refusals }) => [id, refusals])),
    listener: {
      onCommitted(batch) {
        const isApproved = batch.some(({ outcome }) =>
          outcome.events.some(({ type }) => type === 'withdrawal-requested' || type === 'withdrawal-approved'),
        )
        if (isApproved) for (const { payer } of parts) payer.wake()
      },
    },
    start() {
      for (const { payer, reconciler, signerWatch } of parts)
        for (const rounds of [payer, reconciler, signerWatch]) rounds.start()
    },
    async stop() {
      const all = parts.flatMap(({ payer, reconciler, signerWatch }) => [payer, reconciler, signerWatch])
      await Promise.all(all.map((rounds) => rounds.stop()))
    },
  }
}

/** What pays on a network and compares it. */
type NetworkPayments = {
  readonly id: NetworkId
  readonly payer: Rounds
  readonly reconciler: Reconciler
  readonly signerWatch: Rounds
  readonly bookLost: NetworkReconciler['bookLost']
  readonly refusals: Refusals
}

function evmPayments(deps: PaymentsDeps, network: EvmNetwork, times: Times): NetworkPayments {
  const { users, database, sequencer, signer, forged, log, onWithdrawal, onStep } = deps
  const { pollMillis, sweepMillis, reconcileMillis: intervalMillis } = times
  const { now } = deps.clock
  const { comparedMillis } = deps.healthTimes
  const refusals = openRefusals()
  const compareNow = () => compareChain({ network, database, sequencer, log, now })
  return {
    id: network.id,
    payer: openEvmPayer({
      network,
      database,
      sequencer,
      signer,
      log,
      now,
      pollMillis,
      stuckMillis: deps.config.stuckMillis,
      otherPurposes: openSweeper({ network, sequencer, log, now, intervalMillis: sweepMillis }),
      hasChanged: changeFilter(),
      refusals,
      forged,
      onWithdrawal,
      onStep,
    }),
    reconciler: openReconciler({ network, sequencer, log, compareNow, intervalMillis, comparedMillis }),
    signerWatch: openSignerWatch({ network, sequencer, signer, log, intervalMillis }),
    bookLost: (by) => bookLostEvm({ network, database, sequencer, signer, forged, log, now, users }, by),
    refusals,
  }
}

function tonPayments(deps: PaymentsDeps, network: TonNetwork, times: Times): NetworkPayments {
  const { users, database, sequencer, signer, forged, log, onWithdrawal, onStep } = deps
  const { pollMillis, reconcileMillis: intervalMillis } = times
  const { now } = deps.clock
  const { comparedMillis } = deps.healthTimes
  const refusals = openRefusals()
  const compareNow = () => compareTon({ network, database, sequencer, now })
  return {
    id: network.id,
    payer: openTonPayer({
      network,
      database,
      sequencer,
      signer,
      log,
      now,
      pollMillis,
      hasChanged: changeFilter(),
      refusals,
      forged,
      onWithdrawal,
      onStep,
    }),
    reconciler: openReconciler({ network, sequencer, log, compareNow, intervalMillis, comparedMillis }),
    signerWatch: openSignerWatch({ network, sequencer, signer, log, intervalMillis }),
    bookLost: (by) => bookLostTon({ network, database, sequencer, signer, forged, log, now, users }, by),
    refusals,
  }
}

const withBooking = (reconciler: Reconciler, bookLost: NetworkReconciler['bookLost']): NetworkReconciler => ({
  compare: reconciler.compare,
  get isOverdue() {
    return reconciler.isOverdue
  },
  bookLost,
})
