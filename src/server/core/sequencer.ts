/**
 * The one road every command takes: queue, number, stamp, execute, journal, commit, and only then answer and
 * publish. A commit that fails, or whose fate is unknown, stops the core: the state is dropped, and what the journal
 * holds decides.
 */

import type { Millis, Seq } from '../../contract/ids.ts'
import type { Command } from '../../engine/commands.ts'
import { type Outcome, RULES } from '../../engine/engine.ts'
import type { State } from '../../engine/state.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { carryOut, type Done } from './carry-out.ts'
import { encode, FORMAT, type Stamped } from './codec.ts'
import { type Journal, JournalTaken, rowHash } from './journal.ts'
import { JournalBroken, type Recovered, recover } from './recovery.ts'
import type { Snapshots } from './snapshots.ts'

/** Nothing is promised: the command may or may not have been carried out. Asking again with the same id tells. */
export class Unavailable extends Error {}

export type Listener = {
  /** What a committed batch led to, and the state right after it; a start tells what had not been heard before. */
  done(batch: readonly Done[], state: State): void
  /** Resolves when more can be heard, and nothing more is carried out before; undefined when it can be at once. */
  room?(): Promise<unknown> | undefined
  /** The state was dropped and recovered: whatever was shown before may be older than it. */
  recovered?(): void
}

export type SequencerParts = {
  readonly openJournal: () => Promise<Journal>
  readonly clock: Clock
  readonly log: Log
  /** Without them every start replays everything. */
  readonly snapshots?: Snapshots
  /** Live mode takes no orders while the clock is far behind the journal. */
  readonly refusesOldClock?: boolean
  /** Between attempts to recover; a simulation does not wait. */
  readonly pause?: (millis: Millis) => Promise<void>
}

type Waiting = {
  readonly command: Command
  readonly look: (state: State, outcome: Outcome) => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

type Core =
  | { readonly phase: 'recovering'; readonly why: string }
  | ({ readonly phase: 'running'; readonly journal: Journal } & Recovered)
  | { readonly phase: 'stopped' }

const MOST_IN_A_BATCH = 1_024
const MOST_WAITING = 20_000
const STALLED_MILLIS: Millis = 2_000
const CLOCK_BEHIND_MILLIS: Millis = 60_000
const RETRY_MILLIS = [100, 250, 500, 1_000, 2_000] as const
/** Our own last session may hold the lock for a while after its connection broke; after that it is somebody else. */
const LOCK_ATTEMPTS = 20

export class Sequencer {
  readonly #openJournal: () => Promise<Journal>
  readonly #clock: Clock
  readonly #log: Log
  readonly #snapshots: Snapshots | undefined
  readonly #listeners: Listener[] = []
  #core: Core = { phase: 'recovering', why: 'starting' }
  #queue: Waiting[] = []
  /** The batch on its way to the disk, and when the loop is at rest again. */
  #commit: Promise<void> | undefined
  #committingSince: Millis | undefined
  #loop: Promise<void> = Promise.resolve()
  #looping = false
  /** As of the last commit; nothing while it is not known which that is. */
  #committed: Recovered | undefined
  readonly #stopping = Promise.withResolvers<void>()
  /** The last command listeners heard of. */
  #heard: Seq = 0
  readonly #refusesOldClock: boolean
  readonly #pause: (millis: Millis) => Promise<void>

  constructor(parts: SequencerParts) {
    this.#openJournal = parts.openJournal
    this.#clock = parts.clock
    this.#log = parts.log
    this.#snapshots = parts.snapshots
    this.#refusesOldClock = parts.refusesOldClock ?? false
    this.#pause = parts.pause ?? ((millis) => new Promise((wake) => setTimeout(wake, millis)))
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Recovers, and tells listeners everything after `heard`. Throws when the journal cannot be opened or replayed. */
  async start(heard: Seq): Promise<void> {
    this.#heard = heard
    await this.#recover()
  }

  get seq(): Seq {
    return this.#core.phase === 'running' ? this.#core.state.seq : 0
  }

  /** Why no orders are taken, or undefined when they are. */
  get trouble(): string | undefined {
    if (this.#core.phase === 'recovering') return this.#core.why
    if (this.#core.phase === 'stopped') return 'stopping'
    return this.#refusesOldClock ? this.clockWarning : undefined
  }

  /** Orders are taken, but nothing is answered: a commit is on its way for too long. */
  get isStalled(): boolean {
    return this.#committingSince !== undefined && this.#clock.now() - this.#committingSince > STALLED_MILLIS
  }

  get clockWarning(): string | undefined {
    if (this.#core.phase !== 'running') return undefined
    const behind = this.#core.state.at - this.#clock.now()
    return behind > CLOCK_BEHIND_MILLIS ? `the clock is ${Math.round(behind / 1000)} s behind the journal` : undefined
  }

  /** Resolves when the command is committed, with what `look` saw right after it was carried out. */
  submit<T>(command: Command, look: (state: State, outcome: Outcome) => T): Promise<T> {
    const { trouble } = this
    if (trouble !== undefined) return Promise.reject(new Unavailable(trouble))
    if (this.#queue.length >= MOST_WAITING) return Promise.reject(new Unavailable('too many orders are waiting'))
    const answer = new Promise<T>((resolve, reject) => {
      this.#queue.push({ command, look, resolve: resolve as (value: unknown) => void, reject })
    })
    if (!this.#looping) this.#loop = this.#run()
    return answer
  }

  /** A look that may see what is not committed yet: for what hardly ever changes, such as a pair's tick. */
  glance<T>(look: (state: State) => T): T | undefined {
    return this.#core.phase === 'running' ? look(this.#core.state) : undefined
  }

  /** A look at the state that answers once everything it saw is committed. */
  async read<T>(look: (state: State) => T): Promise<T> {
    if (this.#core.phase !== 'running') throw new Unavailable(this.trouble)
    const seen = look(this.#core.state)
    try {
      await this.#commit
    } catch {
      throw new Unavailable(this.trouble)
    }
    return seen
  }

  /** Takes no more, finishes what is on its way, and lets go of the journal. */
  async stop(): Promise<void> {
    const core = this.#core
    this.#core = { phase: 'stopped' }
    this.#stopping.resolve()
    await this.#loop
    this.#rejectWaiting('stopping')
    await this.#snapshots?.conclude(this.#committed)
    if (core.phase === 'running') await core.journal.close()
  }

  async #run(): Promise<void> {
    this.#looping = true
    // What arrives in the same turn of the event loop shares a batch.
    await Promise.resolve()
    while (this.#queue.length > 0 && this.#core.phase === 'running') {
      const batch = this.#queue.splice(0, MOST_IN_A_BATCH)
      await this.#carryOut(batch, this.#core)
    }
    this.#looping = false
  }

  async #carryOut(batch: readonly Waiting[], core: Extract<Core, { phase: 'running' }>): Promise<void> {
    const { state, journal } = core
    const firstSeq = state.seq + 1
    const at = Math.max(this.#clock.now(), state.at)
    const stamped = batch.map(({ command }): Stamped => [at, command])
    const seen: unknown[] = []
    const { done, eventHash } = carryOut(state, stamped, (outcome, index) => {
      seen.push(batch[index]?.look(state, outcome))
    })
    const row = {
      batch: core.batch + 1,
      firstSeq,
      lastSeq: state.seq,
      prevHash: core.hash,
      eventHash,
      format: FORMAT,
      rules: RULES,
      payload: encode(stamped),
    }
    this.#committingSince = this.#clock.now()
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
    const next = { ...core, batch: row.batch, hash: rowHash(row) }
    this.#committed = next
    if (this.#core.phase === 'running') this.#core = next
    // Whoever asked hears their answer first: what was published of an order may be newer than the answer.
    for (const [index, { resolve }] of batch.entries()) resolve(seen[index])
    await new Promise<void>((wake) => process.nextTick(wake))
    this.#publish(done, state)
    if (this.#core === next) this.#snapshots?.consider(next)
    await this.#room()
  }

  #publish(done: readonly Done[], state: State): void {
    this.#heard = done[done.length - 1]?.seq ?? this.#heard
    for (const listener of this.#listeners) listener.done(done, state)
  }

  /** While the journal is read: batch by batch, no faster than the slowest listener. */
  async #tell(batch: readonly Done[], state: State): Promise<void> {
    const unheard = batch.filter(({ seq }) => seq > this.#heard)
    if (unheard.length === 0) return
    this.#publish(unheard, state)
    await this.#room()
  }

  /** Whoever stops waits for nobody. */
  async #room(): Promise<void> {
    for (const listener of this.#listeners) {
      const room = listener.room?.()
      if (room !== undefined) await Promise.race([room, this.#stopping.promise])
    }
  }

  #fail(journal: Journal, batch: readonly Waiting[], error: unknown): void {
    const why = error instanceof Error ? error.message : String(error)
    this.#log.error({ err: error }, 'a commit failed: the state is dropped and recovered from the journal')
    this.#committed = undefined
    if (this.#core.phase === 'running') this.#core = { phase: 'recovering', why }
    for (const { reject } of batch) reject(new Unavailable(why))
    this.#rejectWaiting(why)
    // A journal that is lost for good ends the process: nobody waits for this promise.
    void this.#recoverUntilDone(journal)
  }

  /** Better found out now than by the next order. A commit that is on its way finds out by itself. */
  #lost(journal: Journal, error: Error): void {
    const core = this.#core
    if (core.phase !== 'running' || core.journal !== journal || this.#commit !== undefined) return
    this.#fail(journal, [], error)
  }

  #rejectWaiting(why: string): void {
    for (const { reject } of this.#queue.splice(0)) reject(new Unavailable(why))
  }

  async #recoverUntilDone(old: Journal): Promise<void> {
    await old.close()
    for (let attempt = 0; this.#core.phase === 'recovering'; attempt++) {
      await this.#pause(RETRY_MILLIS[Math.min(attempt, RETRY_MILLIS.length - 1)] ?? 0)
      try {
        await this.#recover()
        for (const listener of this.#listeners) listener.recovered?.()
        this.#log.info({ seq: this.seq }, 'recovered: orders are taken again')
        return
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        if (this.#core.phase === 'recovering') this.#core = { phase: 'recovering', why }
        this.#log.warn({ err: error, attempt }, 'not recovered yet')
        if (error instanceof JournalBroken || (error instanceof JournalTaken && attempt >= LOCK_ATTEMPTS)) throw error
      }
    }
  }

  async #recover(): Promise<void> {
    const journal = await this.#openJournal()
    try {
      const newest = await this.#snapshots?.newest(journal, this.#heard)
      const recovered = await recover(journal, (batch, state) => this.#tell(batch, state), newest)
      if (this.#core.phase === 'stopped') throw new Unavailable('stopping')
      this.#committed = recovered
      this.#core = { phase: 'running', journal, ...recovered }
      journal.onLost?.((error) => this.#lost(journal, error))
    } catch (error) {
      await journal.close()
      throw error
    }
  }
}
