/**
 * Compares all accounts with the record again and again, in small steps: those of users who do not come back, and rows that
 * were deleted or inserted. Knows which accounts differ, until an operator accepts them. Rows that nobody registered are removed.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { UserId } from '../../contract/ids.ts'
import { accountOf, accounts, type State } from '../../engine/exchange.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { failingIf, type PartReading } from '../runtime/part-health.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { credentialsOf, readRecords } from './account-record.ts'
import { type AccountRecords, type Inspected, type RecordsDeps, recordedIn } from './account-records.ts'
import { allUsers } from './find-users.ts'
import { DELETED } from './record-problem.ts'
import { removeUser } from './remove-user.ts'

export type AccountCheck = {
  /** Failing while the stored rows of an account differ from the record, and when rows of another program were found. */
  readonly health: PartReading
  /** An account that differs, which need not exist in the engine. */
  note(user: UserId): void
  /** All that are known to differ now. */
  differing(): readonly UserId[]
  start(): void
  /** Does not wait for a running step. */
  stop(): void
}

const STEP = 100
/** Between two steps: of the first round, and of all others. */
const FIRST_PAUSE_MILLIS = 20
const PAUSE_MILLIS = 1_000

type CheckDeps = RecordsDeps & {
  readonly sequencer: Pick<Sequencer, 'readUncommitted'>
  readonly records: Pick<AccountRecords, 'find' | 'inspect'>
  readonly forged: ForgedRows
  /** Between two rounds. */
  readonly restMillis: number
}

export function openAccountCheck(deps: CheckDeps): AccountCheck {
  const { sequencer, records, log, restMillis, forged } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const differing = new Set<UserId>()
  let failure: string | undefined

  async function checkAll(pauseMillis: number): Promise<void> {
    const all = await sequencer.read(recordedUsers)
    const opened = new Set(all.map(({ user }) => user))
    for (const { user, isFrozen } of all) if (isFrozen) differing.add(user)
    // Rows that no account belongs to.
    for (const user of differing)
      if (!opened.has(user) && (await strangeRow(deps, user)) === undefined) differing.delete(user)
    const users = all.filter(({ isFrozen }) => !isFrozen).map(({ user }) => user)
    for (let start = 0; start < users.length; start += STEP) {
      await checkStep(deps, users.slice(start, start + STEP))
      await sleep(pauseMillis, undefined, { signal, ref: false })
    }
    for await (const user of allUsers(deps.database))
      if (!opened.has(user)) await checkStrange(user, await strangeRow(deps, user))
  }

  /** One with a later version can be of an account that the journal has lost, unless it names a demo trader. Others are removed. */
  async function checkStrange(user: UserId, strange: Inspected | undefined): Promise<void> {
    if (strange?.stored === undefined) return
    const isDemo = await sequencer.read((state) => accountOf(state, user)?.kind === 'demo')
    if (strange.stored.user.record_version > 1 && !isDemo) {
      if (!differing.has(user)) await records.find('id', user).catch(ignoreDifference)
      return
    }
    forged.note('users', user)
    differing.add(user)
    if (await isRemoved(deps, user)) differing.delete(user)
  }

  async function run(): Promise<void> {
    for (let pauseMillis = FIRST_PAUSE_MILLIS; !signal.aborted; pauseMillis = PAUSE_MILLIS) {
      try {
        await checkAll(pauseMillis)
        failure = undefined
      } catch (error) {
        if (signal.aborted) return
        failure = 'the accounts cannot be compared with the record'
        log.warn({ event: 'account.check_failed', err: error }, failure)
      }
      await sleep(restMillis, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    get health() {
      const count = sequencer.readUncommitted((state) => [...differing].filter(isDiffering(state)).length)
      const [differs, written] = [count ?? differing.size, forged.count]
      if (differs > 0) return failingIf(`${differs} accounts are not as they were recorded`)
      return failingIf(written > 0 ? `rows of another program, which were ignored: ${written}` : failure)
    },
    note: (user) => void differing.add(user),
    differing: () => [...differing],
    start: () => void run(),
    stop: () => stopping.abort(),
  }
}

async function isRemoved({ database, log }: CheckDeps, user: UserId): Promise<boolean> {
  try {
    await removeUser(database, user)
    return true
  } catch (err) {
    log.warn({ event: 'user.not_removed', err, user }, 'a row that nobody registered could not be removed')
    return false
  }
}

const isDiffering = (state: State) => (user: UserId) => recordedIn(state, user)?.isFrozen ?? true

/** Not of demo traders. */
function recordedUsers(state: State): readonly { readonly user: UserId; readonly isFrozen: boolean }[] {
  const users: { user: UserId; isFrozen: boolean }[] = []
  for (const { user, kind, freezes } of accounts(state)) {
    const isFrozen = freezes.some(({ origin, liftsAt }) => origin === 'integrity' && liftsAt === null)
    if (kind === 'user') users.push({ user, isFrozen })
  }
  return users
}

/** A row of no account that this server did not write, as far as it knows. */
async function strangeRow({ records, sequencer }: CheckDeps, user: UserId): Promise<Inspected | undefined> {
  const inspected = await records.inspect(user)
  if (inspected.problem === undefined || inspected.problem === DELETED) return undefined
  return (await sequencer.read((state) => recordedIn(state, user))) === undefined ? inspected : undefined
}

async function checkStep(deps: CheckDeps, users: readonly UserId[]): Promise<void> {
  const rows = await readRecords(deps.database.pool, users)
  const recorded = await deps.sequencer.read((state) => new Map(users.map((user) => [user, recordedIn(state, user)])))
  for (const [user, known] of recorded) {
    const stored = rows.get(user)
    if (known === undefined || known.isFrozen) continue
    // Read again: it may have been changed meanwhile, or its command may be missing.
    if (stored === undefined || credentialsOf(deps.key, stored).digest !== known.credentials.digest)
      await deps.records.find('id', user).catch(ignoreDifference)
  }
}
