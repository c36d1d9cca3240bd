/**
 * Now and then the whole state is put by, so that a start need not replay everything. The journal stays the record:
 * a snapshot is used only where it fits, an older one or none at all otherwise.
 */

import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { Packr } from 'msgpackr'
import type { Millis, Seq } from '../../contract/ids.ts'
import { add, begin, type Frozen, freeze, type Head, type Piece, SNAPSHOT_VERSION } from '../../engine/snapshot.ts'
import type { State } from '../../engine/state.ts'
import type { Log } from '../log.ts'
import { type Journal, rowHash } from './journal.ts'
import { JournalBroken, type Recovered } from './recovery.ts'
import { type Breath, stateHash } from './state-hash.ts'

export type SnapshotHead = {
  readonly batch: number
  readonly seq: Seq
  readonly stateHash: Buffer
  /** Of the batch's row in the journal: what comes after it continues from here. */
  readonly rowHash: Buffer
  readonly version: number
}

export type SnapshotStore = {
  /** Newest first. */
  heads(): Promise<readonly SnapshotHead[]>
  chunks(batch: number): AsyncIterable<Buffer>
  /** All of it or nothing. What is not needed any more goes: never the newest two, nor the newest two that a start could use. */
  save(head: SnapshotHead, chunks: AsyncIterable<Buffer>): Promise<void>
}

/** For somebody who only looks. */
export type StoredSnapshots = Omit<SnapshotStore, 'save'>

export type Snapshots = {
  /** The newest one that fits and is not ahead of what was heard; undefined says to begin at the beginning. */
  newest(journal: Journal, heard: Seq): Promise<Recovered | undefined>
  /** After a commit, between two commands: takes one when it is time. Only the freezing happens at once. */
  consider(now: Recovered): void
  /** Before the end: takes a last one, if enough happened since. */
  conclude(now: Recovered | undefined): Promise<void>
}

export type SnapshotsParts = {
  readonly store: SnapshotStore
  readonly log: Log
  /** How many commands lie between two. */
  readonly every?: number
  /** An ordered stop takes one after so many. */
  readonly atStop?: number
}

const EVERY = 50_000
const AT_STOP = 5_000
/** Less than a stop may take. */
const STOP_PATIENCE_MILLIS: Millis = 2_500

const packr = new Packr({ useRecords: false, useBigIntExtension: true })
const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
/** A changed byte is noticed before anything is made of it. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

export function openSnapshots({ store, log, every = EVERY, atStop = AT_STOP }: SnapshotsParts): Snapshots {
  let last: Seq = 0
  let writing: Promise<void> | undefined
  let isGivenUp = false

  const breath: Breath = async () => {
    await new Promise((wake) => setImmediate(wake))
    if (isGivenUp) throw new Error('there was no time to finish it')
  }

  function take({ state, batch, hash }: Recovered): void {
    const started = performance.now()
    const frozen = freeze(state)
    const millis = Math.round(performance.now() - started)
    const { seq } = frozen.head
    last = seq
    writing = write(store, frozen, batch, hash, breath)
      .then(() => log.info({ batch, seq, millis }, 'took a snapshot'))
      .catch((error: unknown) => log.warn({ err: error, batch, seq }, 'a snapshot could not be taken'))
      .finally(() => {
        writing = undefined
      })
  }

  return {
    async newest(journal, heard) {
      const found = await newestThatFits(store, log, journal, heard)
      last = found?.state.seq ?? 0
      return found
    },
    consider(now) {
      if (writing === undefined && now.state.seq - last >= every) take(now)
    },
    async conclude(now) {
      const timer = setTimeout(() => {
        isGivenUp = true
      }, STOP_PATIENCE_MILLIS)
      await writing
      if (now !== undefined && now.state.seq - last > atStop) take(now)
      await writing
      clearTimeout(timer)
    },
  }
}

/** What is hashed is what a thaw gives, not what was frozen from: `npm run replay` compares the two. */
async function write(store: SnapshotStore, frozen: Frozen, batch: number, hash: Buffer, breath: Breath): Promise<void> {
  const { seq, version } = frozen.head
  const copy = begin(frozen.head)
  for (const piece of frozen.pieces) {
    add(copy, piece)
    await breath()
  }
  const head = { batch, seq, stateHash: await stateHash(copy, breath), rowHash: hash, version }
  await store.save(head, chunksOf(frozen, breath))
}

async function* chunksOf({ head, pieces }: Frozen, breath: Breath): AsyncGenerator<Buffer> {
  for (const part of [head, ...pieces]) {
    yield await compress(packr.pack(part), CHECKED)
    await breath()
  }
}

/** Why a snapshot is of no use. */
class Unfit extends Error {}

export async function newestThatFits(
  store: StoredSnapshots,
  log: Log,
  journal: Journal,
  heard: Seq,
): Promise<Recovered | undefined> {
  for (const head of await store.heads()) {
    if (head.seq > heard) continue
    try {
      return await load(store, head, journal)
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      const { batch, seq } = head
      log.warn({ batch, seq, why: error.message, err: error.cause }, 'a snapshot is not used: trying the one before it')
    }
  }
  return undefined
}

/** Throws `Unfit` when only the snapshot is wrong, and `JournalBroken` when the journal does not reach as far. */
export async function load(store: StoredSnapshots, head: SnapshotHead, journal: Journal): Promise<Recovered> {
  const { batch, version } = head
  if (version !== SNAPSHOT_VERSION) throw new Unfit(`its version ${version} is not known to this version`)
  await compareWithRow(head, journal)
  const state = await checked(store, head)
  if (state.journal !== journal.id) throw new Unfit('it is of another journal')
  return { state, batch, hash: head.rowHash }
}

/** The state right after this command, for who begins there; undefined when no snapshot of then can be used. */
export async function stateAt(store: StoredSnapshots, seq: Seq): Promise<State | undefined> {
  const head = (await store.heads()).find((each) => each.seq === seq && each.version === SNAPSHOT_VERSION)
  try {
    return head && (await checked(store, head))
  } catch (error) {
    if (error instanceof Unfit) return undefined
    throw error
  }
}

async function checked(store: StoredSnapshots, head: SnapshotHead): Promise<State> {
  const state = await thawed(store, head)
  if (state.seq !== head.seq) throw new Unfit(`it ends at command ${state.seq} instead of ${head.seq}`)
  // What is no state at all may not even have a hash.
  const hash = await stateHash(state).catch((error: unknown) => {
    throw new Unfit('it is no state', { cause: error })
  })
  if (!hash.equals(head.stateHash)) throw new Unfit('its state has another hash than it had')
  return state
}

/** The row it was taken after may have been dropped with all before it; then the next one tells. */
async function compareWithRow({ batch, seq, rowHash: hash }: SnapshotHead, journal: Journal): Promise<void> {
  for await (const row of journal.read(batch - 1)) {
    if (row.batch > batch) return
    if (row.lastSeq !== seq || !rowHash(row).equals(hash)) throw new Unfit('its batch is another one in the journal')
    return
  }
  throw new JournalBroken(batch, `is missing, with all after it: a snapshot was taken there, at command ${seq}`)
}

async function thawed(store: StoredSnapshots, { batch }: SnapshotHead): Promise<State> {
  let state: State | undefined
  // Weather in the database is thrown as it is: only what it handed over can be unfit.
  for await (const chunk of store.chunks(batch)) {
    try {
      const part: unknown = packr.unpack(await decompress(chunk))
      if (state === undefined) state = begin(part as Head)
      else add(state, part as Piece)
    } catch (error) {
      throw new Unfit('it cannot be read', { cause: error })
    }
  }
  if (state === undefined) throw new Unfit('it is empty')
  return state
}
