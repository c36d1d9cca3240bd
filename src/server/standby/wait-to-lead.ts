/**
 * A process that waits until it may write the journal. It leads when the writer's lock is free. It also ends a session that has the
 * lock and was silent for longer than the lease: a process that works sends beats, and one that hangs, or whose machine is cut
 * off, does not. After this process has lost its own connection, the database may have moved, and the leader may be connecting again
 * as well: a free lock is left to it for the time of a lease.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Client } from '../postgres/client.ts'
import { type Clients, DatabaseUnavailable, QUERY_MILLIS } from '../postgres/database.ts'
import { queryOne } from '../postgres/query.ts'
import { endSession, type Holder, holderOf, STANDBY_NAME, takeLock } from '../postgres/writer-lock.ts'
import type { Log } from '../runtime/log.ts'
import { isDatabaseError } from '../runtime/transient-errors.ts'
import { databaseReason } from '../sequencer/database-reason.ts'
import { beginWriting, refusePooler } from '../sequencer/writer-session.ts'

/** The process was stopped while it waited. */
export class StoppedWaiting extends Error {}

type WaitDeps = {
  readonly clients: Pick<Clients, 'connect'>
  /** A session that has the lock and is idle for longer is ended. */
  readonly leaseMillis: number
  /** Called about once a second while another process leads. Returns what an operator should know. */
  readonly follow: (client: pg.Client) => Promise<string | undefined>
  /** Receives what the process waits for. */
  readonly show: (waitsFor: string) => void
  readonly log: Log
  /** Ends the wait with `StoppedWaiting`. */
  readonly stopping?: AbortSignal | undefined
}

const LOOK_MILLIS = 200
const FOLLOW_MILLIS = 1_000
/** While it waits. */
const LOOK_QUERY_MILLIS = 3_000

/**
 * Returns the session that has the writer's lock; no other server has a connection to the database then. A database that does not
 * answer is waited for. Throws `StoppedWaiting`, `PoolerDetected`, and what `follow` throws that is no error of the database.
 */
export async function waitToLead(deps: WaitDeps): Promise<pg.Client> {
  const { clients, show, log, stopping } = deps
  const { look, onConnected } = openLook(deps)
  let client: Client | undefined
  try {
    for (;;) {
      try {
        client ??= onConnected(await connect(clients))
        const seen = await look(client)
        if (seen === 'leads') return client
        show(seen.waitsFor)
      } catch (error) {
        if (!isDatabaseError(error) && !(error instanceof DatabaseUnavailable)) throw error
        show(databaseReason(error))
        log.debug({ event: 'standby.database_unavailable', err: error }, 'the database does not answer')
        await client?.end().catch(() => undefined)
        client = undefined
      }
      await sleep(LOOK_MILLIS, undefined, { signal: stopping })
    }
  } catch (error) {
    await client?.end().catch(() => undefined)
    throw stopping?.aborted ? new StoppedWaiting() : error
  }
}

async function connect(clients: Pick<Clients, 'connect'>): Promise<Client> {
  const client = await clients.connect(LOOK_QUERY_MILLIS)
  try {
    await refusePooler(client)
    await client.query(`set application_name = '${STANDBY_NAME}'`)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** One look at the lock, with what follows from it. */
function openLook({ leaseMillis, follow, log }: WaitDeps) {
  const isExpired = openLease(leaseMillis)
  let followedAt = Number.NEGATIVE_INFINITY
  let news: string | undefined
  let hasLeader = false
  /** Until then, a leader that was seen before may connect again. */
  let leftUntil = 0
  function onConnected(client: Client): Client {
    if (hasLeader) leftUntil = performance.now() + leaseMillis
    hasLeader = false
    return client
  }
  async function look(client: Client): Promise<'leads' | { readonly waitsFor: string }> {
    if (await isReadOnly(client)) return { waitsFor: 'the database is read-only' }
    if (performance.now() < leftUntil && (await holderOf(client)) === undefined) return { waitsFor: 'no process leads' }
    if (await takeLock(client)) {
      client.limitQueries(QUERY_MILLIS)
      await beginWriting(client)
      log.warn({ event: 'standby.leads' }, 'this process leads now')
      return 'leads'
    }
    const leader = await holderOf(client)
    if (leader === undefined) return { waitsFor: 'no process leads' }
    hasLeader = true
    leftUntil = 0
    if (isExpired(leader)) {
      log.warn({ event: 'standby.lease_expired', leader: leader.name }, 'the leader is silent: its session is ended')
      await endSession(client, leader)
      return look(client)
    }
    if (performance.now() - followedAt > FOLLOW_MILLIS) {
      news = await follow(client)
      followedAt = performance.now()
    }
    return { waitsFor: [`${leader.name} leads`, news].filter((part) => part !== undefined).join('; ') }
  }
  return { look, onConnected }
}

/** The lock of a session works in a copy that cannot be written as well. */
const isReadOnly = async (client: pg.Client): Promise<boolean> =>
  (await queryOne<{ isCopy: boolean }>(client, 'select pg_is_in_recovery() as "isCopy"'))?.isCopy === true

/**
 * Whether a session has been idle for longer than the lease, and was so at the look before, without a statement in between. A session
 * with a statement that runs waits, for example for a copy of the database, and is never ended.
 */
function openLease(leaseMillis: number) {
  let before: string | undefined
  return ({ pid, since, state, changedAt, silentMillis }: Holder): boolean => {
    const seen = state === 'idle' ? `${pid} ${since} ${changedAt}` : undefined
    const isSeenAgain = seen !== undefined && seen === before
    before = seen
    return isSeenAgain && silentMillis > leaseMillis
  }
}
