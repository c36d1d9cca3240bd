/** A process of the exchange with the real sequencer, watcher, payer, sweeper and reconciler, until it is killed. */

import type { Millis, NetworkId } from '../../../src/contract/ids.ts'
import type { Outcome, State } from '../../../src/engine/exchange.ts'
import { networkOf } from '../../../src/engine/exchange.ts'
import { changeFilter } from '../../../src/server/custody/base/change-filter.ts'
import type { Cursors } from '../../../src/server/custody/base/cursors.ts'
import type { LostBooking } from '../../../src/server/custody/base/lost-booking.ts'
import type { PaymentStep } from '../../../src/server/custody/base/payment-step.ts'
import { openReconciler } from '../../../src/server/custody/base/reconciler.ts'
import { openRefusals } from '../../../src/server/custody/base/refusals.ts'
import { bookLostEvm } from '../../../src/server/custody/evm/book-lost-evm.ts'
import { compareChain } from '../../../src/server/custody/evm/compare-chain.ts'
import type { EvmNetwork } from '../../../src/server/custody/evm/evm-network.ts'
import { openEvmPayer } from '../../../src/server/custody/evm/evm-payer.ts'
import { type OwnAddresses, openOwnAddresses } from '../../../src/server/custody/evm/own-addresses.ts'
import { openSweeper } from '../../../src/server/custody/evm/sweeper.ts'
import { openWatcher } from '../../../src/server/custody/evm/watcher.ts'
import { type SignerClient, SignerUnavailable } from '../../../src/server/custody/signer/signer-client.ts'
import { openSignerTerm } from '../../../src/server/custody/signer/signer-term.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import type { Clock } from '../../../src/server/runtime/clock.ts'
import { openForgedRows } from '../../../src/server/runtime/forged-rows.ts'
import type { Log } from '../../../src/server/runtime/log.ts'
import { OK } from '../../../src/server/runtime/part-health.ts'
import { isTransient } from '../../../src/server/runtime/transient-errors.ts'
import type { ExecutedCommand } from '../../../src/server/sequencer/execute-batch.ts'
import type { Journal } from '../../../src/server/sequencer/journal.ts'
import { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
import { ETHEREUM } from '../../fixtures/listed-network.ts'
import { testCursors } from '../../fixtures/test-cursors.ts'
import type { SimulatedDisk } from '../simulated-journal.ts'
import type { Random } from '../simulated-traders.ts'
import { BY } from './requests.ts'
import type { SimulatedChain } from './simulated-chain.ts'
import { simulatedEndpoint } from './simulated-endpoint.ts'
import type { SimulatedSigner } from './simulated-signer.ts'
import type { Owner, Steps } from './steps.ts'

/** The parts that survive a process. */
export type Machine = {
  readonly disk: SimulatedDisk
  readonly chain: SimulatedChain
  readonly signer: SimulatedSigner
  readonly steps: Steps
  readonly clock: Clock
  readonly dice: Random
  /** The log of a process. */
  readonly logOf: (owner: Owner) => Log
  readonly treasury: string | undefined
  readonly count: (name: string) => void
  readonly isFaulty: () => boolean
  /** The tables, for one process. */
  connect(owner: Owner): Pick<Database, 'pool'> & { end(): Promise<void> }
  /** The last command whose events were checked. */
  lastSeq(): number
  onCommitted(batch: readonly ExecutedCommand[], state: State): void
}

/** Never reached: the simulation wakes every part. */
const NEVER: Millis = 2 ** 31 - 1
const STUCK_MILLIS: Millis = 20_000
const SWEEP_MILLIS: Millis = 60_000

class ConnectionLost extends Error {
  readonly code = 'ECONNRESET'
}

/**
 * What a process logs that another one has replaced, before it finds that: the signer refuses it, and the chain has payments that
 * it does not know.
 */
export const OF_A_FORMER_PROCESS = new Set(['payment.not_signed', 'payment.refused', 'custody.unknown_transfer'])

export type SimulatedServer = {
  readonly owner: Owner
  readonly sequencer: Sequencer
  readonly addresses: OwnAddresses | undefined
  wake(part: 'watcher' | 'payer' | 'reconciler'): void
  /** As an operator does after a restore. */
  reconcile(): Promise<void>
  kill(): Promise<void>
  /** Another process leads from now on, and this one does not know it yet. */
  replace(): Promise<void>
}

/** Throws if the journal cannot be replayed. `onStep` may throw `Killed`. */
export async function startServer(machine: Machine, onStep: (step: PaymentStep) => void): Promise<SimulatedServer> {
  const { steps, clock, signer } = machine
  const owner: Owner = { isAlive: true, isReplaced: false }
  const log = machine.logOf(owner)
  const database = machine.connect(owner)
  const sequencer = openSequencer({ ...machine, log }, owner)
  const listener = {
    onCommitted(batch: readonly ExecutedCommand[], state: State) {
      if (owner.isAlive && !owner.isReplaced) machine.onCommitted(batch, state)
    },
  }
  sequencer.listen(listener)
  await sequencer.start(machine.lastSeq())
  const { client } = openSignerTerm(slowSigner(signer.newClient(), owner, steps), sequencer)
  let addresses: OwnAddresses | undefined
  const network = networkOn(machine, owner, sequencer, testCursors(database as unknown as Database), () => addresses)
  const shared = {
    network,
    sequencer,
    clock,
    log,
    signer: client,
    now: clock.now,
    database: database as unknown as Database,
    forged: openForgedRows(log),
  }
  const watcher = openWatcher({
    ...shared,
    treasury: machine.treasury,
    pollMillis: NEVER,
    onDeposit: () => undefined,
  })
  const payer = openEvmPayer({
    ...shared,
    pollMillis: NEVER,
    stuckMillis: STUCK_MILLIS,
    otherPurposes: openSweeper({ ...shared, intervalMillis: SWEEP_MILLIS }),
    onWithdrawal: () => undefined,
    hasChanged: changeFilter(),
    refusals: openRefusals(),
    onStep(step) {
      if (!owner.isAlive) throw new Error('this process has ended')
      if (!owner.isReplaced) onStep(step)
    },
  })
  const reconciler = openReconciler({ ...shared, compareNow: () => compareChain(shared), intervalMillis: NEVER })
  const parts = { watcher, payer, reconciler }
  void (async () => {
    while (addresses === undefined)
      addresses = await client
        .xpub()
        .then((xpub) => openOwnAddresses({ ...shared, xpub, nextTurn: async () => undefined }))
        .catch(() => undefined)
    for (const part of Object.values(parts)) part.start()
  })()
  return {
    owner,
    sequencer,
    get addresses() {
      return addresses
    },
    wake: (part) => parts[part].wake(),
    reconcile: reconciliation(sequencer, network, () =>
      bookLostEvm({ ...shared, users: { findAccount: async () => undefined } }, BY),
    ),
    async replace() {
      await steps.replace(owner)
      await database.end()
    },
    async kill() {
      await steps.end(owner)
      await database.end()
      // Ends their timers. Their rounds wait for answers that never come.
      for (const part of Object.values(parts)) void part.stop()
    },
  }
}

/** One at a time. What was interrupted or refused is tried again. */
export function reconciliation(
  sequencer: Pick<Sequencer, 'read'>,
  { id }: { readonly id: NetworkId },
  bookLost: () => Promise<LostBooking>,
): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      if ((await sequencer.read((state) => networkOf(state, id)?.paused)) != null) await bookLost()
    } catch (error) {
      if (!(error instanceof Unavailable) && !isTransient(error as Error)) throw error
    } finally {
      isRunning = false
    }
  }
}

type Parts = Pick<Machine, 'disk' | 'steps' | 'clock'> & { readonly log: Log }

/** Each append is a step. */
export function openSequencer({ disk, steps, clock, log }: Parts, owner: Owner): Sequencer {
  const failure = (): Error => new ConnectionLost('the connection was lost')
  const openJournal = async (): Promise<Journal> => {
    // Another process leads: the real one ends here.
    if (owner.isReplaced) {
      owner.isAlive = false
      await new Promise<never>(() => undefined)
    }
    const journal = disk.open(() => 'kept')
    return { ...journal, append: (row) => steps.take(owner, 'journal', failure, () => journal.append(row)) }
  }
  const pause = (): Promise<void> => steps.take(owner, 'journal', failure, () => undefined).catch(() => undefined)
  return new Sequencer({ openJournal, clock, log, pause })
}

/** Each request is a step. */
export function slowSigner(client: SignerClient, owner: Owner, steps: Steps): SignerClient {
  const failure = (): Error => new SignerUnavailable('the signer does not answer')
  const ask = <T>(call: () => Promise<T>): Promise<T> => steps.take(owner, 'signer', failure, call)
  return {
    xpub: () => ask(client.xpub),
    tonKey: () => ask(client.tonKey),
    manifestKey: () => ask(client.manifestKey),
    isPaused: () => ask(client.isPaused),
    instance: () => ask(client.instance),
    counters: () => ask(client.counters),
    versions: (payment) => ask(() => client.versions(payment)),
    transactions: (input) => ask(() => client.transactions(input)),
    check: (input) => ask(() => client.check(input)),
    sign: (input) => ask(() => client.sign(input)),
    keep: async () => undefined,
    skip: (input) => ask(() => client.skip(input)),
    lead: (term, instance) => ask(() => client.lead(term, instance)),
  }
}

function networkOn(
  machine: Machine,
  owner: Owner,
  sequencer: Sequencer,
  cursors: Cursors,
  addresses: () => OwnAddresses | undefined,
): EvmNetwork {
  return {
    id: ETHEREUM,
    chain: simulatedEndpoint({ ...machine, owner }),
    cursors,
    get addresses() {
      return addresses()
    },
    state: 'available',
    health: OK,
    get isReady() {
      return addresses() !== undefined
    },
    closed: undefined,
    otherJettonWallet: undefined,
    reads: () => true,
    ownJettonWallet: () => undefined,
    get hotWallet() {
      return addresses()?.hot
    },
    givenAddress: () => undefined,
    depositAddresses: [],
    depositAddress: async () => undefined,
    listed: () => sequencer.readUncommitted((state) => networkOf(state, ETHEREUM)),
    succeeded: () => undefined,
    failed: () => undefined,
    start: () => undefined,
    stop: async () => undefined,
  }
}

/** What the command answered. */
export const answerOf = (_state: State, { answer }: Outcome): Outcome['answer'] => answer
