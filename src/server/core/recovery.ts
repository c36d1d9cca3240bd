/** From the journal back to the state: every command again, and every hash compared. */

import { RULES } from '../../engine/engine.ts'
import { emptyState, type State } from '../../engine/state.ts'
import { carryOut, type Done } from './carry-out.ts'
import { decode, type Stamped } from './codec.ts'
import { FIRST_HASH, type Journal, type Row, rowHash } from './journal.ts'

export type Recovered = { readonly state: State; readonly batch: number; readonly hash: Buffer }

/** A journal that does not fit itself or these rules. It is never repaired here. */
export class JournalBroken extends Error {
  constructor(batch: number, why: string) {
    super(`the journal cannot be replayed: batch ${batch} ${why}`)
  }
}

export async function recover(journal: Journal, heard: (done: Done) => void): Promise<Recovered> {
  const state = emptyState(journal.id)
  let batch = 0
  let hash: Buffer = FIRST_HASH
  for await (const row of journal.read()) {
    if (row.batch !== batch + 1) throw new JournalBroken(row.batch, `follows batch ${batch}`)
    if (!row.prevHash.equals(hash)) throw new JournalBroken(row.batch, 'does not continue the one before it')
    if (row.firstSeq !== state.seq + 1) throw new JournalBroken(row.batch, `begins at ${row.firstSeq}`)
    replay(state, row, heard)
    batch = row.batch
    hash = rowHash(row)
  }
  return { state, batch, hash }
}

function commandsOf(row: Row): readonly Stamped[] {
  try {
    return decode(row.format, row.payload)
  } catch (error) {
    throw new JournalBroken(row.batch, `cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function replay(state: State, row: Row, heard: (done: Done) => void): void {
  if (row.rules > RULES) throw new JournalBroken(row.batch, `was written by rules ${row.rules}, newer than ours`)
  const stamped = commandsOf(row)
  if (row.firstSeq + stamped.length - 1 !== row.lastSeq) throw new JournalBroken(row.batch, `ends at ${row.lastSeq}`)
  const { done, eventHash } = carryOut(state, stamped)
  if (!eventHash.equals(row.eventHash)) throw new JournalBroken(row.batch, 'leads to other events than it did')
  for (const each of done) heard(each)
}
