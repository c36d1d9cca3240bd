/** From the journal back to the state: every command again, from a snapshot or the beginning, and every hash compared. */

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

/** Where every journal begins. */
export const beginning = (journal: Journal): Recovered => ({
  state: emptyState(journal.id),
  batch: 0,
  hash: FIRST_HASH,
})

/** Tells `heard` everything after `from`, batch by batch; `from` goes on as the state that is returned. */
export async function recover(
  journal: Journal,
  heard: (batch: readonly Done[], state: State) => Promise<void> | void,
  from: Recovered = beginning(journal),
): Promise<Recovered> {
  let end = from
  for await (const { now, done } of replay(journal, from)) {
    await heard(done, now.state)
    end = now
  }
  return end
}

export type Replayed = { readonly now: Recovered; readonly done: readonly Done[] }

/** Batch by batch. `look` sees the state right after each command. */
export async function* replay(
  journal: Journal,
  from: Recovered,
  look: (state: State) => void = () => undefined,
): AsyncGenerator<Replayed> {
  const { state } = from
  let { batch, hash } = from
  for await (const row of journal.read(batch)) {
    const place = `(commands ${row.firstSeq} to ${row.lastSeq})`
    if (batch === 0 && row.batch > 1)
      throw new JournalBroken(row.batch, `${place} is where it was cut off, and no snapshot that fits reaches so far`)
    if (row.batch !== batch + 1) throw new JournalBroken(row.batch, `${place} follows batch ${batch}`)
    if (!row.prevHash.equals(hash))
      throw new JournalBroken(row.batch, `${place} does not continue batch ${batch}, the one before it`)
    if (row.firstSeq !== state.seq + 1) throw new JournalBroken(row.batch, `begins at ${row.firstSeq}`)
    if (row.rules > RULES)
      throw new JournalBroken(row.batch, `${place} was written by rules ${row.rules}, newer than ours`)
    const stamped = commandsOf(row)
    if (row.firstSeq + stamped.length - 1 !== row.lastSeq) throw new JournalBroken(row.batch, `ends at ${row.lastSeq}`)
    const { done, eventHash } = carriedOut(row, state, stamped, look)
    if (!eventHash.equals(row.eventHash))
      throw new JournalBroken(row.batch, `${place} leads to other events than it did`)
    batch = row.batch
    hash = rowHash(row)
    yield { now: { state, batch, hash }, done }
  }
}

/** What broke a claim of ours here is not what was once carried out. */
function carriedOut({ batch }: Row, state: State, stamped: readonly Stamped[], look: (state: State) => void) {
  try {
    return carryOut(state, stamped, () => look(state))
  } catch (error) {
    throw new JournalBroken(batch, `cannot be carried out again: ${error instanceof Error ? error.message : error}`)
  }
}

function commandsOf(row: Row): readonly Stamped[] {
  try {
    return decode(row.format, row.payload)
  } catch (error) {
    throw new JournalBroken(row.batch, `cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
