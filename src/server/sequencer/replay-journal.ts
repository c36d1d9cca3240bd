/** Recovers the state: replays the journal from a snapshot or from its start, and compares every hash. */

import { emptyState, RULES, type State } from '../../engine/exchange.ts'
import { decode, type Stamped } from './command-codec.ts'
import { JournalMismatch } from './consumer-positions.ts'
import { type ExecutedCommand, executeBatch } from './execute-batch.ts'
import { FIRST_HASH, type Journal, type JournalRow, type RecordHashes } from './journal.ts'

export type Replayed = {
  readonly state: State
  readonly batch: number
  /** Of the row of the batch. */
  readonly hash: Buffer
  readonly hashes: RecordHashes
}

/** The journal contradicts itself or the rules of this version. It is never repaired automatically. */
export class JournalCorrupt extends Error {
  readonly batch: number
  readonly reason: string
  constructor(batch: number, reason: string) {
    super(`the journal cannot be replayed: batch ${batch} ${reason}`)
    this.batch = batch
    this.reason = reason
  }
}

/** The state before the first command. */
export const journalStart = (journal: Journal): Replayed => ({
  state: emptyState(journal.id, journal.sizes),
  batch: 0,
  hash: FIRST_HASH,
  hashes: journal.hashes,
})

/**
 * Replays all batches after `from` and passes each to `onBatch`. Changes `from.state` and returns it. Throws `JournalMismatch`
 * if the row that the anchor names is not among them.
 */
export async function replayJournal(
  journal: Journal,
  onBatch: (batch: readonly ExecutedCommand[], state: State) => Promise<void> | void,
  from: Replayed = journalStart(journal),
): Promise<Replayed> {
  const { anchored } = journal
  const refuseOther = ({ batch, hash }: Replayed): void => {
    if (batch === anchored?.batch && hash.toString('hex') !== anchored.hash)
      throw new JournalMismatch(`batch ${batch} of the journal was another one when it was read before`)
  }
  let last = from
  refuseOther(last)
  try {
    for await (const { recovered, executed } of replayedBatches(journal, from)) {
      refuseOther(recovered)
      await onBatch(executed, recovered.state)
      last = recovered
    }
  } catch (error) {
    throw error instanceof JournalCorrupt && anchored !== undefined && error.batch > anchored.batch
      ? new JournalCorrupt(error.batch, `${error.reason}; ${AFTER_ANCHOR(anchored.batch, error.batch)}`)
      : error
  }
  if (anchored !== undefined && last.batch < anchored.batch)
    throw new JournalMismatch(`the journal ends at batch ${last.batch}, but had batch ${anchored.batch} before`)
  return last
}

/** Of a row whose hash is not that of its content. */
export const CHANGED =
  'was changed: its hash differs (put it back from a backup, or, if another program has stored it after the last one, delete it)'

const FIRST_LEFT =
  'if another program has lowered a row of the table projection_positions, set it to the seq of the newest row of snapshots; else restore the database from a backup'

/** The anchor is written ten times a second: what comes after it can be genuine. */
const AFTER_ANCHOR = (anchored: number, batch: number): string =>
  `the last one that the anchor knows is ${anchored}: if another program has stored this one, delete it, and all rows of the table journal from batch ${batch} on`

type ReplayedBatch = { readonly recovered: Replayed; readonly executed: readonly ExecutedCommand[] }

/** Yields batch by batch. `onCommand` is called with the state right after each command. */
export async function* replayedBatches(
  journal: Journal,
  from: Replayed,
  onCommand: (state: State) => void = () => undefined,
): AsyncGenerator<ReplayedBatch> {
  const { state, hashes } = from
  let { batch, hash } = from
  for await (const row of journal.read(batch)) {
    const range = `(commands ${row.firstSeq} to ${row.lastSeq})`
    const ownHash = verifiedHash(hashes, row, range)
    if (batch === 0 && row.batch > 1)
      throw new JournalCorrupt(
        row.batch,
        `${range} is the first one left, and no usable snapshot reaches it: ${FIRST_LEFT}`,
      )
    if (row.batch !== batch + 1) throw new JournalCorrupt(row.batch, `${range} follows batch ${batch}`)
    if (!row.prevHash.equals(hash))
      throw new JournalCorrupt(row.batch, `${range} does not continue batch ${batch}, the one before it`)
    if (row.firstSeq !== state.seq + 1) throw new JournalCorrupt(row.batch, `begins at ${row.firstSeq}`)
    if (row.rules > RULES)
      throw new JournalCorrupt(row.batch, `${range} was written by rules ${row.rules}, which are newer than ${RULES}`)
    if (row.rules !== state.rules)
      throw new JournalCorrupt(
        row.batch,
        `${range} was written by rules ${row.rules}, but rules ${state.rules} are set`,
      )
    const stamped = decodeRow(row)
    const { executed, eventHash } = executeRow(row, state, stamped, onCommand)
    if (!eventHash.equals(row.eventHash)) throw new JournalCorrupt(row.batch, `${range} leads to different events`)
    // Not the number of commands: an epoch begins with a gap.
    if (state.seq !== row.lastSeq) throw new JournalCorrupt(row.batch, `ends at ${row.lastSeq}`)
    batch = row.batch
    hash = ownHash
    yield { recovered: { state, batch, hash, hashes }, executed }
  }
}

/** The stored hash of the row, which is that of its content: before it is known, nothing that the row says is believed. */
function verifiedHash(hashes: RecordHashes, row: JournalRow, range: string): Buffer {
  if (!row.hash.equals(hashes.row(row))) throw new JournalCorrupt(row.batch, `${range} ${CHANGED}`)
  return row.hash
}

/** A violated invariant means that the journal was written by other rules. */
function executeRow(
  { batch, rules }: JournalRow,
  state: State,
  stamped: readonly Stamped[],
  onCommand: (state: State) => void,
) {
  try {
    return executeBatch(state, { rules, stamped }, () => onCommand(state))
  } catch (error) {
    throw new JournalCorrupt(batch, `cannot be executed again: ${error instanceof Error ? error.message : error}`)
  }
}

function decodeRow(row: JournalRow): readonly Stamped[] {
  try {
    return decode(row.format, row.payload)
  } catch (error) {
    throw new JournalCorrupt(row.batch, `cannot be decoded: ${error instanceof Error ? error.message : error}`)
  }
}
