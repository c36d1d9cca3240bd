/** A process of the exchange with the real sequencer, watcher, payer and reconciler of a TON network, until it is killed. */

import { toncenterChain } from '../../../src/chains/ton/toncenter-chain.ts'
import type { Millis } from '../../../src/contract/ids.ts'
import type { State } from '../../../src/engine/exchange.ts'
import { networkOf } from '../../../src/engine/exchange.ts'
import { changeFilter } from '../../../src/server/custody/base/change-filter.ts'
import type { PaymentStep } from '../../../src/server/custody/base/payment-step.ts'
import { openReconciler } from '../../../src/server/custody/base/reconciler.ts'
import { openRefusals } from '../../../src/server/custody/base/refusals.ts'
import { openSignerTerm } from '../../../src/server/custody/signer/signer-term.ts'
import { bookLostTon } from '../../../src/server/custody/ton/book-lost-ton.ts'
import { compareTon } from '../../../src/server/custody/ton/compare-ton.ts'
import { type MissingPayments, openMissingPayments } from '../../../src/server/custody/ton/missing-payments.ts'
import { ownJettonWallets } from '../../../src/server/custody/ton/own-jetton-wallets.ts'
import type { TonNetwork } from '../../../src/server/custody/ton/ton-network.ts'
import { openTonPayer } from '../../../src/server/custody/ton/ton-payer.ts'
import { openTonWatcher } from '../../../src/server/custody/ton/ton-watcher.ts'
import { TON } from '../../../src/server/deposits/default-networks.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { openForgedRows } from '../../../src/server/runtime/forged-rows.ts'
import { openTurns } from '../../../src/server/runtime/in-turn.ts'
import type { Log } from '../../../src/server/runtime/log.ts'
import { OK } from '../../../src/server/runtime/part-health.ts'
import type { ExecutedCommand } from '../../../src/server/sequencer/execute-batch.ts'
import type { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { testCursors } from '../../fixtures/test-cursors.ts'
import { BY } from '../funds/requests.ts'
import { type Machine, openSequencer, reconciliation, slowSigner } from '../funds/simulated-server.ts'
import { tonWallet } from '../funds/simulated-signer.ts'
import type { Owner } from '../funds/steps.ts'
import type { SimulatedTon } from './simulated-ton.ts'
import { tonEndpoint } from './ton-endpoint.ts'

/** The parts that survive a process. */
export type TonMachine = Omit<Machine, 'chain'> & { readonly chain: SimulatedTon; readonly onFalseList: () => void }

/** Never reached: the simulation wakes every part. */
const NEVER: Millis = 2 ** 31 - 1

export type TonServer = {
  readonly owner: Owner
  readonly sequencer: Sequencer
  readonly network: TonNetwork
  /** Payments about which an operator decides. */
  readonly missing: MissingPayments
  wake(part: 'watcher' | 'payer' | 'reconciler'): void
  /** As an operator does after a restore. */
  reconcile(): Promise<void>
  kill(): Promise<void>
  /** Another process leads from now on, and this one does not know it yet. */
  replace(): Promise<void>
}

/** Throws if the journal cannot be replayed. `onStep` may throw `Killed`. */
export async function startTonServer(machine: TonMachine, onStep: (step: PaymentStep) => void): Promise<TonServer> {
  const { steps, clock, signer, treasury } = machine
  const owner: Owner = { isAlive: true, isReplaced: false }
  const log = machine.logOf(owner)
  const database = machine.connect(owner)
  const sequencer = openSequencer({ ...machine, log }, owner)
  sequencer.listen({
    onCommitted(batch: readonly ExecutedCommand[], state: State) {
      if (owner.isAlive && !owner.isReplaced) machine.onCommitted(batch, state)
    },
  })
  await sequencer.start(machine.lastSeq())
  const network = networkOn({ ...machine, log }, owner, sequencer, database)
  const shared = {
    network,
    sequencer,
    clock,
    log,
    now: clock.now,
    pollMillis: NEVER,
    database: database as unknown as Database,
    onWithdrawal: () => undefined,
    forged: openForgedRows(log),
    onStep(step: PaymentStep) {
      if (!owner.isAlive) throw new Error('this process has ended')
      if (!owner.isReplaced) onStep(step)
    },
  }
  const { client } = openSignerTerm(slowSigner(signer.newClient(), owner, steps), sequencer)
  const payer = openTonPayer({ ...shared, signer: client, hasChanged: changeFilter(), refusals: openRefusals() })
  const watcher = openTonWatcher({ ...shared, signer: client, treasury })
  const reconciler = openReconciler({ ...shared, compareNow: () => compareTon(shared), intervalMillis: NEVER })
  const parts = { watcher, payer, reconciler }
  for (const part of Object.values(parts)) part.start()
  return {
    owner,
    sequencer,
    network,
    missing: openMissingPayments({ ...shared, networks: [network] }),
    wake: (part) => parts[part].wake(),
    reconcile: reconciliation(sequencer, network, () =>
      bookLostTon({ ...shared, signer: client, users: { findAccount: async () => undefined } }, BY),
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

/** Without the key of the signer, which is always the same. */
function networkOn(
  machine: TonMachine & { readonly log: Log },
  owner: Owner,
  sequencer: Sequencer,
  database: Pick<Database, 'pool'>,
): TonNetwork {
  const chain = toncenterChain(tonEndpoint({ ...machine, owner }))
  const close = (reason: string): void => machine.log.error({ event: 'custody.address_mismatch', reason })
  const cursors = testCursors(database)
  const jettonWallets = ownJettonWallets({
    id: TON,
    chain,
    database,
    cursors,
    sequencer,
    close,
    open: () => undefined,
    owner: () => tonWallet.address,
  })
  return {
    inTurn: openTurns(),
    missing: new Set(),
    cursors,
    id: TON,
    chain,
    wallet: tonWallet.address,
    state: 'available',
    health: OK,
    isReady: true,
    closed: undefined,
    hotWallet: tonWallet.address,
    depositAddresses: [],
    depositAddress: async () => undefined,
    listed: () => sequencer.readUncommitted((state) => networkOf(state, TON)),
    succeeded: () => undefined,
    failed: () => undefined,
    jettonWallet: jettonWallets.find,
    otherJettonWallet: undefined,
    reads: () => true,
    ownJettonWallet: () => undefined,
    givenAddress: () => undefined,
    start: () => undefined,
    stop: async () => undefined,
  }
}
