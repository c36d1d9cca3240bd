/**
 * Every command goes through here: queue, number, stamp, execute, journal, commit, and only then reply and publish. A
 * commit whose result is unknown is looked up in the journal; one that stays unknown drops the state.
 */

import type { Millis, Seq } from '../../contract/ids.ts'
import type { Command, Outcome, State } from '../../engine/exchange.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { encode, FORMAT, type Stamped } from './command-codec.ts'
import { type ConsumerPositions, verifyIdentity, verifyPositions } from './consumer-positions.ts'
import { recoveryReason } from './database-reason.ts'
import { Deliveries, type Listener } from './deliveries.ts'
import { executeBatch } from './execute-batch.ts'
import { FIRST_HASH, type Journal } from './journal.ts'
import { type Connection, isFinal, type ReopeningJournal, reopeningJournal, retryMillis } from './reopening-journal.ts'
import { type Replayed, replayJournal } from './replay-journal.ts'
import type { Snapshots } from './snapshots.ts'
import { Unavailable } from './unavailable.ts'

type SequencerDeps = {
  readonly openJournal: () => Promise<Journal>
  readonly clock: Clock
  readonly log: Log
  /** Without snapshots every start replays the whole journal. */
  readonly snapshots?: Snapshots
  /** What was written elsewhere from this journal. A recovered journal that ends earlier is refused. */
  readonly positions?: () => Promise<ConsumerPositions>
  /** Waits between recovery attempts; the simulation does not wait. */
  readonly pause?: (millis: Millis) => Promise<void>
}

type QueuedCommand = {
  readonly command: Command
  readonly select: (state: State, outcome: Outcome) => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

type Phase =
  | { readonly type: 'recovering'; readonly reason: string }
  | ({ readonly type: 'running'; readonly journal: ReopeningJournal } & Replayed)
  | { readonly type: 'stopped'; readonly journal: Journal | undefined }

const MAX_BATCH_SIZE = 1_024
const MAX_QUEUE_LENGTH = 20_000
const STALLED_MILLIS: Millis = 2_000

export class Sequencer {
  readonly #connection: Connection
  readonly #clock: Clock
  readonly #log: Log
  readonly #snapshots: Snapshots | undefined
  readonly #positions: () => Promise<ConsumerPositions>
  #phase: Phase = { type: 'recovering', reason: 'starting' }
  #queue: QueuedCommand[] = []
  /** The running commit. */
  #commit: Promise<void> | undefined
  #committingSince: Millis | undefined
  /** Resolves when the queue is empty. */
  #loop: Promise<void> = Promise.resolve()
  #looping = false
  /** The last commit; undefined while it is unknown. */
  #committed: Replayed | undefined
  #answered: Pick<Replayed, 'batch' | 'hash'> | undefined
  /** Of the row that ends with the last executed command. */
  #rowHash: Buffer = FIRST_HASH
  readonly #stopping = Promise.withResolvers<void>()
  readonly #deliveries = new Deliveries(this.#stopping.promise)

  constructor(deps: SequencerDeps) {
    this.#clock = deps.clock
    this.#log = deps.log
    this.#snapshots = deps.snapshots
    this.#positions = deps.positions ?? (async () => [])
    const pause = deps.pause ?? ((millis) => new Promise((wake) => setTimeout(wake, millis)))
    this.#connection = { openJournal: deps.openJournal, pause, stopping: this.#stopping.promise, log: deps.log }
  }

  listen(listener: Listener): void {
    this.#deliveries.add(listener)
  }

  /** Recovers, and delivers all commands after `lastDelivered`. Throws if the journal cannot be opened or replayed. */
  async start(lastDelivered: Seq): Promise<void> {
    this.#deliveries.lastSeq = lastDelivered
    await this.#recover()
  }

  /** The last executed command; while recovering, the last one that the listeners received. */
  get seq(): Seq {
    return this.#phase.type === 'running' ? this.#phase.state.seq : this.#deliveries.lastSeq
  }

  /** The last committed batch and the hash of its row; undefined while it is unknown. */
  get committed(): Pick<Replayed, 'batch' | 'hash'> | undefined {
    return this.#committed
  }

  /** The newest batch whose replies were sent, also while the last commit is unknown: every later journal must have it. */
  get answered(): Pick<Replayed, 'batch' | 'hash'> | undefined {
    return this.#answered
  }

  /** The last command of the journal when it was last opened; undefined while it is not open. */
  get recoveredSeq(): Seq | undefined {
    if (this.#phase.type !== 'running' || this.commitProblem !== undefined) return undefined
    return this.#phase.journal.status.openedSeq
  }

  /** Why no orders are taken; undefined while they are. */
  get unavailableReason(): string | undefined {
    if (this.#phase.type === 'recovering') return this.#phase.reason
    return this.#phase.type === 'stopped' ? 'stopping' : undefined
  }

  /** A commit takes so long that clients get no replies. */
  get isStalled(): boolean {
    return this.#committingSince !== undefined && performance.now() - this.#committingSince > STALLED_MILLIS
  }

  /** Why commits wait; undefined while they do not. */
  get commitProblem(): string | undefined {
    return this.#phase.type === 'running' ? this.#phase.journal.status.problem : undefined
  }

  /** Nothing can be committed now: data of the last commit may be out of date. */
  get isStale(): boolean {
    return this.#phase.type !== 'running' || this.commitProblem !== undefined || this.isStalled
  }

  /** Resolves after the commit, with what `select` returned right after the command was executed. */
  submit<T>(command: Command, select: (state: State, outcome: Outcome) => T): Promise<T> {
    const { unavailableReason } = this
    if (unavailableReason !== undefined) return Promise.reject(new Unavailable(unavailableReason))
    if (this.#queue.length >= MAX_QUEUE_LENGTH) return Promise.reject(new Unavailable('too many orders are waiting'))
    const reply = new Promise<T>((resolve, reject) => {
      this.#queue.push({ command, select, resolve: resolve as (value: unknown) => void, reject })
    })
    if (!this.#looping) this.#loop = this.#run()
    return reply
  }

  /** Reads state that may not be committed yet: for values that rarely change, such as a pair's tick size. */
  readUncommitted<T>(select: (state: State) => T): T | undefined {
    return this.#phase.type === 'running' ? select(this.#phase.state) : undefined
  }

  /** Resolves once everything that `select` read is committed. `rowHash`: of the journal's row that ends with this state. */
  async read<T>(select: (state: State, rowHash: Buffer) => T): Promise<T> {
    if (this.#phase.type !== 'running') throw new Unavailable(this.unavailableReason)
    const result = select(this.#phase.state, this.#rowHash)
    try {
      await this.#commit
    } catch {
      throw new Unavailable(this.unavailableReason)
    }
    return result
  }

  /** Rejects new and queued commands with the reason `stopping`; resolves when the running batch is published. */
  async drain(): Promise<void> {
    const phase = this.#phase
    if (phase.type !== 'stopped')
      this.#phase = { type: 'stopped', journal: phase.type === 'running' ? phase.journal : undefined }
    this.#stopping.resolve()
    this.#rejectQueued('stopping')
    await this.#loop
  }

  /** Drains, takes a snapshot and closes the journal. */
  async stop(): Promise<void> {
    await this.drain()
    await this.#snapshots?.stop(this.#committed)
    if (this.#phase.type === 'stopped') await this.#phase.journal?.close()
  }

  async #run(): Promise<void> {
    this.#looping = true
    // Commands of the same event loop iteration share a batch.
    await Promise.resolve()
    while (this.#queue.length > 0 && this.#phase.type === 'running') {
      const batch = this.#queue.splice(0, MAX_BATCH_SIZE)
      await this.#executeBatch(batch, this.#phase)
    }
    this.#looping = false
  }

  async #executeBatch(batch: readonly QueuedCommand[], phase: Extract<Phase, { type: 'running' }>): Promise<void> {
    const { state, journal } = phase
    const { rules } = state
    const firstSeq = state.seq + 1
    const at = Math.max(this.#clock.now(), state.at)
    const stamped = batch.map(({ command }): Stamped => [at, command])
    const replies: unknown[] = []
    const { executed, eventHash } = executeBatch(state, { rules, stamped }, (outcome, index) => {
      replies.push(batch[index]?.select(state, outcome))
    })
    const content = {
      batch: phase.batch + 1,
      firstSeq,
      lastSeq: state.seq,
      prevHash: phase.hash,
      eventHash,
      format: FORMAT,
      rules,
      payload: encode(stamped),
    }
    const row = { ...content, hash: journal.hashes.row(content) }
    this.#rowHash = row.hash
    this.#committingSince = performance.now()
    try {
      this.#commit = journal.append(row)
      await this.#commit
    } catch (error) {
      this.#fail(journal, batch, error)
      return
    } finally {
      this.#commit = undefined
      this.#committingSince = undefined
    }
    const next = { ...phase, batch: row.batch, hash: row.hash }
    this.#committed = next
    this.#answered = next
    if (this.#phase.type === 'running') this.#phase = next
    // Replies come before published messages, which may show a later state of the same order.
    for (const [index, { resolve }] of batch.entries()) resolve(replies[index])
    await new Promise<void>((wake) => process.nextTick(wake))
    this.#deliveries.publish(executed, state)
    if (this.#phase === next) this.#snapshots?.afterCommit(next)
    await this.#deliveries.waitForListeners()
  }

  #fail(journal: Journal, batch: readonly QueuedCommand[], error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    this.#log.error({ event: 'journal.commit_failed', err: error }, 'a commit failed: recovering from the journal')
    this.#committed = undefined
    if (this.#phase.type === 'running') this.#phase = { type: 'recovering', reason }
    for (const { reject } of batch) reject(new Unavailable(reason))
    this.#rejectQueued(reason)
    // Not awaited: if the journal cannot be recovered, the unhandled rejection ends the process.
    void this.#recoverUntilDone(journal, error)
  }

  /** Recovers at once instead of at the next command. A running commit fails by itself. */
  #lost(journal: Journal, error: Error): void {
    const phase = this.#phase
    if (phase.type !== 'running' || phase.journal !== journal || this.#commit !== undefined) return
    this.#fail(journal, [], error)
  }

  #rejectQueued(reason: string): void {
    for (const { reject } of this.#queue.splice(0)) reject(new Unavailable(reason))
  }

  async #recoverUntilDone(old: Journal, problem: unknown): Promise<void> {
    await old.close()
    if (isFinal(problem)) throw problem
    for (let attempt = 0; this.#phase.type === 'recovering'; attempt++) {
      await this.#connection.pause(retryMillis(attempt))
      try {
        await this.#recover()
        this.#deliveries.onRecovered()
        this.#log.info({ event: 'journal.recovered', seq: this.seq }, 'recovered: orders are taken again')
        return
      } catch (error) {
        if (this.#phase.type === 'recovering') this.#phase = { type: 'recovering', reason: recoveryReason(error) }
        this.#log.warn({ event: 'journal.recovery_failed', err: error, attempt }, 'a recovery attempt failed')
        if (isFinal(error)) throw error
      }
    }
  }

  async #recover(): Promise<void> {
    const journal = await this.#connection.openJournal()
    try {
      const positions = await this.#positions()
      verifyIdentity(journal.id, positions)
      const newest = await this.#snapshots?.newestUsable(journal, this.#deliveries.lastSeq)
      const publish = this.#deliveries.publishAgain.bind(this.#deliveries)
      const recovered = await replayJournal(journal, publish, newest)
      verifyPositions(recovered.state.seq, [
        ...positions,
        { name: 'the memory of this process', seq: this.#deliveries.lastSeq },
      ])
      if (this.#phase.type === 'stopped') throw new Unavailable('stopping')
      this.#committed = recovered
      this.#answered = recovered
      this.#rowHash = recovered.hash
      const reopening = reopeningJournal(this.#connection, journal, { ...recovered, seq: recovered.state.seq })
      this.#phase = { type: 'running', journal: reopening, ...recovered }
      reopening.onLost?.((error) => this.#lost(reopening, error))
    } catch (error) {
      await journal.close()
      throw error
    }
  }
}
