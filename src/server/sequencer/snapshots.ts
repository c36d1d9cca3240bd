/**
 * Periodic snapshots of the state, so that a start replays only what came later. The journal stays authoritative: a
 * snapshot that contradicts it is skipped for an older one, or for none.
 */

import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { Packr } from 'msgpackr'
import type { Millis, Seq } from '../../contract/ids.ts'
import type { State } from '../../engine/exchange.ts'
import {
  beginLoading,
  type Head,
  loadPiece,
  type Piece,
  SNAPSHOT_VERSION,
  type Snapshot,
  saveSnapshot,
} from '../../engine/exchange.ts'
import { isSameHash } from '../runtime/keyed-hash.ts'
import type { Log } from '../runtime/log.ts'
import type { Journal, RecordHashes } from './journal.ts'
import { JournalCorrupt, type Replayed } from './replay-journal.ts'
import { type Pause, stateHash } from './state-hash.ts'

export type SnapshotHead = {
  readonly batch: number
  readonly seq: Seq
  readonly stateHash: Buffer
  /** Hash of the batch's journal row: the next row continues from it. */
  readonly rowHash: Buffer
  readonly version: number
  /** `RecordHashes.snapshot` of the other columns. */
  readonly hash: Buffer
}

/**
 * Each chunk is a keyed hash of 32 bytes, and then a packed part of the state. The hash of the state would not be enough: states
 * that differ can have the same one, for example if one has `null` where the other has no field.
 */
export type SnapshotStore = {
  /** Newest first. */
  heads(): Promise<readonly SnapshotHead[]>
  chunks(batch: number): AsyncIterable<Buffer>
  /** Atomic. Deletes old snapshots, but never the newest two nor the newest two that a start can use. */
  save(head: SnapshotHead, chunks: AsyncIterable<Buffer>): Promise<void>
}

export type SnapshotReader = Omit<SnapshotStore, 'save'>

export type Snapshots = {
  /** The newest usable snapshot up to `lastDelivered`; undefined: replay from the start. */
  newestUsable(journal: Journal, lastDelivered: Seq): Promise<Replayed | undefined>
  /** Takes a snapshot if one is due. Only the copy of the state is synchronous. */
  afterCommit(recovered: Replayed): void
  /** Takes a last snapshot if enough commands were executed since the previous one. */
  stop(recovered: Replayed | undefined): Promise<void>
}

type SnapshotsDeps = {
  readonly store: SnapshotStore
  readonly log: Log
  /** Commands between two snapshots. */
  readonly interval?: number
  /** A stop takes a snapshot after this many commands. */
  readonly stopInterval?: number
}

const INTERVAL = 50_000
const STOP_INTERVAL = 5_000
/** Less than the timeout of the process's stop. */
const STOP_TIMEOUT_MILLIS: Millis = 2_500

const packr = new Packr({ useRecords: false, useBigIntExtension: true })
const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
const HASH_LENGTH = 32

export function openSnapshots({
  store,
  log,
  interval = INTERVAL,
  stopInterval = STOP_INTERVAL,
}: SnapshotsDeps): Snapshots {
  let last: Seq = 0
  let writing: Promise<void> | undefined
  let isAborted = false

  const pause: Pause = async () => {
    await new Promise((wake) => setImmediate(wake))
    if (isAborted) throw new Error('there was no time to finish the snapshot')
  }

  function take({ state, batch, hash, hashes }: Replayed): void {
    const started = performance.now()
    const snapshot = saveSnapshot(state)
    const millis = Math.round(performance.now() - started)
    const { seq } = snapshot.head
    last = seq
    writing = write(store, snapshot, hashes, { batch, rowHash: hash }, pause)
      .then(() => log.info({ event: 'snapshot.taken', batch, seq, millis }, 'took a snapshot'))
      .catch((error: unknown) =>
        log.warn({ event: 'snapshot.failed', err: error, batch, seq }, 'a snapshot could not be taken'),
      )
      .finally(() => {
        writing = undefined
      })
  }

  return {
    async newestUsable(journal, lastDelivered) {
      const found = await newestUsableSnapshot(store, log, journal, lastDelivered)
      last = found?.state.seq ?? 0
      return found
    },
    afterCommit(recovered) {
      if (writing === undefined && recovered.state.seq - last >= interval) take(recovered)
    },
    async stop(recovered) {
      const timer = setTimeout(() => {
        isAborted = true
      }, STOP_TIMEOUT_MILLIS)
      await writing
      if (recovered !== undefined && recovered.state.seq - last > stopInterval) take(recovered)
      await writing
      clearTimeout(timer)
    },
  }
}

/** Hashes a state loaded from the snapshot, not the live one: `npm run replay` compares the two. */
async function write(
  store: SnapshotStore,
  snapshot: Snapshot,
  hashes: RecordHashes,
  place: Pick<SnapshotHead, 'batch' | 'rowHash'>,
  pause: Pause,
): Promise<void> {
  const { seq, version } = snapshot.head
  const copy = beginLoading(snapshot.head, snapshot.sizes)
  for (const piece of snapshot.pieces) {
    loadPiece(copy, piece)
    await pause()
  }
  const facts = { ...place, seq, version, stateHash: await stateHash(copy, pause) }
  const hash = hashes.snapshot(facts)
  const chunkHash: ChunkHash = (...chunk) => hashes.chunk(hash, ...chunk)
  await store.save({ ...facts, hash }, chunksOf(snapshot, chunkHash, pause))
}

type ChunkHash = (number: number, content: Buffer) => Buffer

async function* chunksOf({ head, pieces }: Snapshot, chunkHash: ChunkHash, pause: Pause): AsyncGenerator<Buffer> {
  const first: FirstPart = { head, pieces: pieces.length }
  for (const [number, part] of [first, ...pieces].entries()) {
    const content = await compress(packr.pack(part))
    yield Buffer.concat([chunkHash(number, content), content])
    await pause()
  }
}

/** `pieces`: how many follow. */
type FirstPart = { readonly head: Head; readonly pieces: number }

/** The snapshot cannot be used; an older one may be. */
class UnusableSnapshot extends Error {}

export async function newestUsableSnapshot(
  store: SnapshotReader,
  log: Log,
  journal: Journal,
  lastDelivered: Seq,
): Promise<Replayed | undefined> {
  for (const head of await store.heads()) {
    if (head.seq > lastDelivered) continue
    try {
      return await loadSnapshot(store, head, journal)
    } catch (error) {
      if (!(error instanceof UnusableSnapshot)) throw error
      const { batch, seq } = head
      const details = { event: 'snapshot.skipped', batch, seq, reason: error.message, err: error.cause }
      log.warn(details, 'a snapshot cannot be used: trying an older one')
    }
  }
  return undefined
}

/** Throws `UnusableSnapshot` for a bad snapshot, `JournalCorrupt` if the journal ends before it. */
export async function loadSnapshot(store: SnapshotReader, head: SnapshotHead, journal: Journal): Promise<Replayed> {
  const { batch, version } = head
  if (version !== SNAPSHOT_VERSION) throw new UnusableSnapshot(`its version ${version} is unknown`)
  if (batch > (journal.anchored?.batch ?? batch)) throw new UnusableSnapshot('the anchor is older')
  refuseChanged(head, journal.hashes)
  await compareWithRow(head, journal)
  const state = await loadState(store, head, journal)
  if (state.journal !== journal.id) throw new UnusableSnapshot('it belongs to another journal')
  return { state, batch, hash: head.rowHash, hashes: journal.hashes }
}

/** The state right after this command; undefined if there is no usable snapshot of it. */
export async function stateAt(store: SnapshotReader, seq: Seq, hashes: RecordHashes): Promise<State | undefined> {
  const head = (await store.heads()).find((each) => each.seq === seq && each.version === SNAPSHOT_VERSION)
  if (head === undefined) return undefined
  try {
    refuseChanged(head, hashes)
    return await loadState(store, head, { hashes })
  } catch (error) {
    if (error instanceof UnusableSnapshot) return undefined
    throw error
  }
}

function refuseChanged(head: SnapshotHead, hashes: RecordHashes): void {
  const isWhole = head.stateHash !== null && head.rowHash !== null
  if (!isWhole || !isSameHash(head.hash, hashes.snapshot(head)))
    throw new UnusableSnapshot('it was changed: its hash differs')
}

/** The journal of the snapshot that is read. */
type JournalFacts = Pick<Journal, 'hashes' | 'sizes'>

async function loadState(store: SnapshotReader, head: SnapshotHead, journal: JournalFacts): Promise<State> {
  const state = await readChunks(store, head, journal)
  if (state.seq !== head.seq) throw new UnusableSnapshot(`it ends at command ${state.seq} instead of ${head.seq}`)
  // A malformed state may fail to hash.
  const hash = await stateHash(state).catch((error: unknown) => {
    throw new UnusableSnapshot('it is not a valid state', { cause: error })
  })
  if (!isSameHash(head.stateHash, hash)) throw new UnusableSnapshot('its state has another hash')
  return state
}

/** The journal row may have been deleted by a truncation; the next row is then compared by the replay. */
async function compareWithRow({ batch, seq, rowHash: hash }: SnapshotHead, journal: Journal): Promise<void> {
  for await (const row of journal.read(batch - 1)) {
    if (row.batch > batch) return
    if (row.lastSeq !== seq || !journal.hashes.row(row).equals(hash))
      throw new UnusableSnapshot('its batch differs from the journal')
    return
  }
  throw new JournalCorrupt(batch, `is missing: a snapshot was taken there, at command ${seq}`)
}

async function readChunks(
  store: SnapshotReader,
  { batch, hash }: SnapshotHead,
  { hashes, sizes }: JournalFacts,
): Promise<State> {
  let state: State | undefined
  let [number, pieces] = [0, 0]
  // Database errors are rethrown unchanged: only the content of a chunk makes a snapshot unusable.
  for await (const chunk of store.chunks(batch)) {
    try {
      const content = chunk.subarray(HASH_LENGTH)
      if (!isSameHash(chunk.subarray(0, HASH_LENGTH), hashes.chunk(hash, number, content)))
        throw new UnusableSnapshot(`its chunk ${number} was changed: its hash differs`)
      const part: unknown = packr.unpack(await decompress(content))
      if (state === undefined) {
        const first = part as FirstPart
        state = beginLoading(first.head, sizes)
        pieces = first.pieces
      } else loadPiece(state, part as Piece)
    } catch (error) {
      if (error instanceof UnusableSnapshot) throw error
      throw new UnusableSnapshot('it cannot be decoded', { cause: error })
    }
    number += 1
  }
  if (state === undefined) throw new UnusableSnapshot('it is empty')
  if (number !== pieces + 1) throw new UnusableSnapshot('chunks are missing')
  return state
}
