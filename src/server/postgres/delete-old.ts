import type { CleanupClock } from '../runtime/clock.ts'
import { execute, type Queryable } from './query.ts'

/**
 * Deletes rows that are at least `age` milliseconds old; the statement's `$1` is that moment. Deletes nothing until the
 * clock has been consistent for an hour, so that one wrong reading deletes no sessions and no history.
 */
export async function deleteOld(db: Queryable, clock: CleanupClock, statement: string, age: number): Promise<void> {
  const now = clock.confirmedNow()
  if (now !== undefined) await execute(db, statement, [now - age])
}
