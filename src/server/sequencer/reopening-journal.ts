/**
 * A journal that outlives its connection. After a lost one, or a commit whose result is unknown, it is opened again and says what
 * was committed: the state stays as it is, and clients get the only answer.
 */

import type { Millis, Seq } from '../../contract/ids.ts'
import { TakenOver } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { JournalMismatch } from './consumer-positions.ts'
import { recoveryReason } from './database-reason.ts'
import { type Journal, JournalChanged, type JournalRow } from './journal.ts'
import { JournalCorrupt, type Replayed } from './replay-journal.ts'

type Status = {
  /** Why it is opened again; undefined while it is open. */
  problem: string | undefined
  /** Its last command when it was last opened. */
  openedSeq: Seq
  /** A journal that was opened too late is closed before another one is opened, which would end its session. */
  lateClosed?: Promise<unknown>
}

export type ReopeningJournal = Journal & { readonly status: Readonly<Status> }

export type Connection = {
  readonly openJournal: () => Promise<Journal>
  readonly pause: (millis: Millis) => Promise<void>
  /** Ends the attempts. */
  readonly stopping: Promise<void>
  readonly log: Log
}

/** The last row that is known to be committed, and its last command; batch 0 before the first one. */
type End = Pick<Replayed, 'batch' | 'hash'> & { readonly seq: Seq }

const RETRY_MILLIS = [100, 250, 500, 1_000, 2_000] as const
/** Ten seconds, and at most these attempts. */
const LIMIT_MILLIS = 10_000
const ATTEMPTS = 8
/** A process that was the writer and is not any more has nothing to wait for. */
const FINAL_ERRORS = [JournalCorrupt, JournalMismatch, TakenOver]

/** No later attempt can have another result. */
export const isFinal = (error: unknown): boolean => FINAL_ERRORS.some((kind) => error instanceof kind)

/** How long to wait before this attempt, beginning with 0. */
export const retryMillis = (attempt: number): Millis => RETRY_MILLIS[Math.min(attempt, RETRY_MILLIS.length - 1)] ?? 0

/**
 * `open` ends with `end`. Its `append` fails with `TakenOver` if the journal has rows of others, with `JournalChanged` if it has
 * not `end`, and with the error of the last attempt. `onLost` is called when the attempts without an append have failed.
 */
export function reopeningJournal(deps: Connection, open: Journal, end: End): ReopeningJournal {
  const listeners: ((error: Error) => void)[] = []
  const status: Status = { problem: undefined, openedSeq: end.seq }
  let [journal, last] = [open, end]
  let phase: 'open' | 'appending' | 'closed' = 'open'
  /** How the connection was lost during an append. */
  let lost: Error | undefined
  /** While no row is appended. */
  let reopening: Promise<void> | undefined

  const watch = (watched: Journal): void =>
    watched.onLost?.((error) => {
      if (watched !== journal || reopening !== undefined) return
      if (phase === 'appending') lost = error
      else if (phase === 'open') reopenIdle(error)
    })

  function reopenIdle(error: Error): void {
    reopening = reopen(error).finally(() => {
      reopening = undefined
    })
    reopening.catch((failure: Error) => {
      for (const listener of listeners) listener(failure)
    })
  }

  async function reopen(error: unknown, row?: JournalRow): Promise<void> {
    deps.log.warn({ event: 'journal.lost', err: error, batch: last.batch }, 'the journal is opened again')
    status.problem = recoveryReason(error)
    try {
      journal = await openAgain(deps, status, { old: journal, end: last, row, isOver: false })
      status.openedSeq = row?.lastSeq ?? last.seq
    } finally {
      status.problem = undefined
    }
    deps.log.info({ event: 'journal.reopened', batch: last.batch }, 'the journal is open again')
    lost = undefined
    watch(journal)
  }

  watch(open)
  return {
    ...open,
    status,
    async append(row) {
      await reopening
      phase = 'appending'
      await journal.append(row).catch((error: unknown) => {
        if (isFinal(error) || error instanceof JournalChanged) throw error
        return reopen(error, row)
      })
      last = { batch: row.batch, hash: row.hash, seq: row.lastSeq }
      phase = 'open'
      if (lost !== undefined) reopenIdle(lost)
    },
    read: (after) => journal.read(after),
    async close() {
      phase = 'closed'
      await reopening?.catch(() => undefined)
      await Promise.all([status.lateClosed, journal.close()])
    },
    onLost: (listener) => void listeners.push(listener),
  }
}

type Continuation = {
  readonly old: Journal
  readonly end: End
  readonly row: JournalRow | undefined
  /** Nobody waits any more: the row is not appended. */
  isOver: boolean
}

async function openAgain(
  { openJournal, pause, stopping }: Connection,
  status: Status,
  continuation: Continuation,
): Promise<Journal> {
  await continuation.old.close()
  const isStopping = stopping.then(() => true)
  const until = performance.now() + LIMIT_MILLIS
  for (let attempt = 0; ; attempt++) {
    const hasEnded = await Promise.race([isStopping, pause(retryMillis(attempt)).then(() => false)])
    if (hasEnded) throw new Error('stopping')
    try {
      const opening = openWith(openJournal, continuation)
      const journal = await within(until - performance.now(), opening)
      if (journal !== undefined) return journal
      continuation.isOver = true
      status.lateClosed = opening.then((opened) => opened.close()).catch(() => undefined)
      throw new Error('the database did not answer in time')
    } catch (error) {
      const isLast = attempt + 1 === ATTEMPTS || performance.now() >= until
      if (isFinal(error) || error instanceof JournalChanged || isLast) throw error
      status.problem = recoveryReason(error)
    }
  }
}

async function openWith(openJournal: () => Promise<Journal>, continuation: Continuation): Promise<Journal> {
  const journal = await openJournal()
  try {
    if (journal.id !== continuation.old.id || !(await endsWith(journal, continuation))) throw new JournalChanged()
    return journal
  } catch (error) {
    await journal.close()
    throw error
  }
}

/** A row that is not there is appended, with the same bytes. False if `end` is not there. Throws `TakenOver` for a row of others. */
async function endsWith(journal: Journal, continuation: Continuation): Promise<boolean> {
  const { end, row } = continuation
  const known = end.batch === 0 ? [] : [end.hash]
  const expected = row === undefined ? known : [...known, row.hash]
  let found = 0
  for await (const { hash } of journal.read(Math.max(end.batch - 1, 0))) {
    if (!expected[found]?.equals(hash)) {
      if (found < known.length) return false
      // It has led meanwhile, and this process does not know what it has done besides.
      throw new TakenOver()
    }
    found += 1
  }
  if (found === known.length && row !== undefined) {
    if (continuation.isOver) throw new Error('the row comes too late')
    await journal.append(row)
  }
  return found >= known.length
}

/** Undefined if it is not open by then. */
async function within(millis: Millis, opening: Promise<Journal>): Promise<Journal | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(millis, 1), undefined)
  })
  return Promise.race([opening, late]).finally(() => clearTimeout(timer))
}
