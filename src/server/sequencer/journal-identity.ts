import { type Queryable, queryOne } from '../postgres/query.ts'
import { JournalMismatch } from './consumer-positions.ts'
import { JournalIdentityMissing } from './journal.ts'

const IDENTITY = `select id::text as id, first_batch, (select min(batch) from journal) as oldest from journal_identity`

/**
 * The uuid of the journal. Throws `JournalIdentityMissing`, and `JournalMismatch` if rows at its beginning are missing:
 * `first_batch` is stored when a snapshot truncates the journal.
 */
export async function readIdentity(client: Queryable): Promise<string> {
  const row = await queryOne<{ id: string; first_batch: number; oldest: number | null }>(client, IDENTITY)
  if (row === undefined) throw new JournalIdentityMissing()
  const { id, first_batch: first, oldest } = row
  if (oldest !== null && oldest !== first)
    throw new JournalMismatch(
      `the journal begins with batch ${oldest} instead of batch ${first}: ${mendingOf(oldest, first)}`,
    )
  return id
}

/** Neither number is keyed. */
const mendingOf = (oldest: number, first: number): string =>
  oldest > first
    ? 'restore the missing rows from a backup, or, if another program has changed first_batch in the table journal_identity, put it back'
    : 'another program has stored earlier rows, which nothing needs, or has changed first_batch in the table journal_identity: delete them, or put it back'
