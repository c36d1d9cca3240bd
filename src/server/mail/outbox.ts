/**
 * Letters that are still to be sent, in the database: whoever asked for one has their answer before a mail server is
 * spoken to. One that fails is tried again after growing waits, and given up after some hours.
 */

import type { UserId } from '../../contract/ids.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import type { LetterKind, Tables } from '../postgres/tables.ts'
import type { Letter } from './letter.ts'
import { type Post, Undeliverable } from './post.ts'

/** Without a user: who it is for is looked up when it is sent. */
export type Order = {
  readonly kind: LetterKind
  readonly email: string
  readonly user: UserId | null
  /** Where its link leads. */
  readonly origin: string
}

export type Outbox = {
  readonly post: Pick<Post, 'type' | 'shown'>
  /** A newer letter of a kind to a user takes the place of the older one. */
  put(order: Order): Promise<void>
  /** Letters are made when they are sent; undefined is a letter to nobody. */
  start(write: (order: Order) => Promise<Letter | undefined>): void
  stop(): void
}

export type OutboxParts = {
  readonly database: Database
  readonly post: Post
  readonly clock: Clock
  readonly log: Log
}

type Row = Tables['mail_queue']

const AT_ONCE = 3
const LOOK_AGAIN_MILLIS = 1_000
/** Longer than the patience with a mail server, so that nobody else takes a letter that is on its way. */
const FIRST_WAIT_MILLIS = 60_000
const LONGEST_WAIT_MILLIS = 2 * 60 * 60 * 1_000
const MOST_ATTEMPTS = 6

const TAKE = `update mail_queue set attempts = attempts + 1,
  due_at = $1 + least(${FIRST_WAIT_MILLIS} * 4 ^ attempts, ${LONGEST_WAIT_MILLIS})::bigint
where id = (select id from mail_queue where due_at <= $1 order by due_at limit 1 for update skip locked)
returning *`
const REPLACE = `delete from mail_queue where kind = $1 and user_id = $2 and email <> $3`
const PUT = `insert into mail_queue (kind, user_id, email, origin, due_at) values ($1, $2, $3, $4, $5)
on conflict (kind, user_id, email) do update
  set origin = excluded.origin, due_at = excluded.due_at, attempts = 0`
/** Unless it was asked for again meanwhile. */
const DONE = `delete from mail_queue where id = $1 and due_at = $2`

export function openOutbox({ database: { pool }, post, clock, log }: OutboxParts): Outbox {
  let write: ((order: Order) => Promise<Letter | undefined>) | undefined
  let timer: NodeJS.Timeout | undefined
  let busy = 0

  /** The next wait stands in the row before it is tried: a crash on the way is one more attempt. */
  async function send(row: Row, compose: NonNullable<typeof write>): Promise<void> {
    const { kind, email, user_id: user, origin } = row
    const about = { kind, attempt: row.attempts }
    try {
      const letter = await compose({ kind, email, user, origin })
      if (letter !== undefined) await post.send(letter)
    } catch (error) {
      const isLast = error instanceof Undeliverable || row.attempts >= MOST_ATTEMPTS
      log.warn({ ...about, why: wordsOf(error) }, isLast ? 'a letter is given up' : 'a letter is tried again later')
      if (!isLast) return
    }
    await pool.query(DONE, [row.id, row.due_at])
  }

  async function work(compose: NonNullable<typeof write>): Promise<void> {
    busy += 1
    try {
      while (write !== undefined) {
        const { rows } = await pool.query<Row>(TAKE, [clock.now()])
        if (rows[0] === undefined) break
        await send(rows[0], compose)
      }
      const { rows } = await pool.query('select from mail_queue limit 1')
      if (rows.length > 0) lookLater()
    } catch (error) {
      if (write !== undefined) log.warn({ why: wordsOf(error) }, 'letters wait for the database')
      lookLater()
    } finally {
      busy -= 1
    }
  }

  function begin(): void {
    if (write !== undefined && busy < AT_ONCE) void work(write)
    else lookLater()
  }

  function lookLater(): void {
    if (write === undefined) return
    timer ??= setTimeout(() => {
      timer = undefined
      begin()
    }, LOOK_AGAIN_MILLIS).unref()
  }

  return {
    post,
    async put({ kind, email, user, origin }) {
      if (post.type === 'off') return
      if (user !== null) await pool.query(REPLACE, [kind, user, email])
      await pool.query(PUT, [kind, user, email, origin, clock.now()])
      begin()
    },
    start(compose) {
      write = compose
      begin()
    },
    stop() {
      write = undefined
      clearTimeout(timer)
      post.stop()
    },
  }
}

/** Of a mail server's words only the code: they may name the address, and what was written. */
function wordsOf(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string }
  return [code ?? message?.slice(0, 200), responseCode].filter((part) => part !== undefined).join(' ')
}
