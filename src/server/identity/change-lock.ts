/**
 * One change of what guards an account. With it, in one transaction, every other sign-in ends, and one that is on its
 * way, let in by what was true before, finds that it is not. So do letters: an address that somebody asked for who is out
 * by now is not confirmed any more.
 */

import type pg from 'pg'
import type { Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import { transaction } from '../postgres/transaction.ts'
import { END_FAMILIES, type Families, SIGN_IN_MILLIS } from './families.ts'

export type Change<T> = {
  /** For the log. */
  readonly what: string
  readonly user: UserId
  /** The sign-in that stays; undefined: none does. */
  readonly family: string | undefined
  /** The version of the locks by which it was proved; undefined where `work` proves it. */
  readonly version: number | undefined
  /** How long nothing is paid out after it. */
  readonly holdMillis: Millis
  /** What is changed. A refusal leaves everything else as it is. */
  readonly work: (client: pg.ClientBase, now: Millis) => Promise<T | Refusal>
}

export type ChangeLock = <T extends object>(change: Change<T>) => Promise<T | Refusal>

export const HOLD_MILLIS = 24 * 60 * 60 * 1_000

/** What a change answers that has nothing more to say. */
export const DONE = { status: 'ok' } as const

type Parts = { readonly database: Database; readonly clock: Clock; readonly log: Log }

export const lockChanger =
  ({ database, clock, log }: Parts, families: Families): ChangeLock =>
  async ({ what, user, family, version, holdMillis, work }) => {
    const now = clock.now()
    const { result, ended } = await transaction(database.pool, 'begin', async (client) => {
      const isStill = await holdVersion(client, user, version)
      const result = isStill ? await work(client, now) : refuse('REAUTH_REQUIRED', { by: 'sign-in' })
      if ('code' in result) return { result, ended: [] }
      await client.query(CHANGED, [user, holdMillis > 0 ? now + holdMillis : null])
      await client.query(END_LETTERS, [user])
      const { rows } = await client.query<{ family: string }>(END_FAMILIES, [
        user,
        family ?? null,
        now,
        now - SIGN_IN_MILLIS,
      ])
      return { result, ended: rows }
    })
    for (const { family } of ended) families.forget(family)
    if (!('code' in result)) log.info({ user, ended: ended.length }, what)
    return result
  }

/** From here to the end of the transaction nobody else changes a lock of theirs, and nobody comes in. */
async function holdVersion(client: pg.ClientBase, user: UserId, version: number | undefined): Promise<boolean> {
  const { rows } = await client.query<{ locks_version: number }>(HOLD, [user])
  return version === undefined || rows[0]?.locks_version === version
}

const HOLD = 'select locks_version from users where id = $1 for no key update'

const END_LETTERS = `with queued as (delete from mail_queue where user_id = $1)
delete from email_links where user_id = $1`

const CHANGED = `update users set locks_version = locks_version + 1, withdraw_hold_until = coalesce($2, withdraw_hold_until)
where id = $1`
