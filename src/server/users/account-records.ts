/**
 * Reads and changes the records of accounts. The engine has the digest of each: a row that was edited, deleted or put back
 * behind the server's back freezes the account. Rows are stored before their command, so a record may be one version ahead
 * of the engine after a kill; its proof shows that this server made it, and the command is submitted then.
 */

import type pg from 'pg'
import type { Millis, Seq, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { accountOf, activeFreezes, type Credentials, type State } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import type { Queryable } from '../postgres/query.ts'
import { transaction } from '../postgres/transaction.ts'
import type { Clock } from '../runtime/clock.ts'
import { AccountDiffers } from '../runtime/errors.ts'
import { turnsByKey } from '../runtime/in-turn.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import { acceptedPatch, markOf } from './accepted-account.ts'
import {
  type AccountPatch,
  type AccountRecord,
  credentialsOf,
  freeReferralCode,
  hasSecretsOf,
  hasShownOf,
  NEW_ACCOUNT,
  patched,
  proofOf,
  type Recorded,
  readRecord,
  type UserKey,
  writeRecord,
} from './account-record.ts'
import { type NewColumns, newRecord } from './new-record.ts'
import { DELETED, problemOf } from './record-problem.ts'
import type { UnrecordedChanges } from './unrecorded-changes.ts'
import type { User } from './user-row.ts'

type Changed<T> = { readonly patch: AccountPatch; readonly result: T }

export type AccountChange<T> = (
  client: pg.ClientBase,
  account: AccountRecord,
  now: Millis,
) => Promise<Changed<T> | Refusal>

type ByOperator = { readonly operator: string; readonly reason: string }

export type Inspected = {
  readonly stored: AccountRecord | undefined
  readonly mark: string
  readonly problem: string | undefined
  /** False: `accept` removes password, second factor and recovery codes. */
  readonly hasSecrets: boolean
}

export type AccountRecords = {
  /** Verified; undefined if no row has this value, and none with this id was recorded. Throws `AccountDiffers`. */
  find(by: UserKey, value: string | number): Promise<AccountRecord | undefined>
  /**
   * The only way to change an account. `change` gets the verified record under a lock and returns what replaces its parts.
   * A refusal changes nothing, but what `change` wrote elsewhere is committed. Throws `AccountDiffers`, and `Unavailable` before
   * the account is open.
   */
  change<T extends object>(user: UserId, change: AccountChange<T>): Promise<T | Refusal>
  /** For operators: what is stored, its mark, and why it is not right. */
  inspect(user: UserId): Promise<Inspected>
  /**
   * An operator says that what was shown is right, if it still has this mark. Refused for an account that does not differ. All
   * sessions end. Secrets that are not those recorded are removed: nobody can see whose they are.
   */
  accept(user: UserId, mark: string, by: ByOperator): Promise<AccountRecord | Refusal>
  /** The row of a new account, which the caller inserts. */
  newUser(columns: NewColumns): User
}

/** What the engine says about an account, in which epoch; undefined if it has none. A record of before it has one has no epoch. */
type Known = { readonly credentials: Recorded; readonly epoch: Seq; readonly isFrozen: boolean } | undefined

export type RecordsDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly clock: Clock
  readonly log: Log
  /** Of digests and proofs. */
  readonly key: Uint8Array
  readonly unrecorded: UnrecordedChanges
  /** Called before `AccountDiffers` is thrown. */
  readonly onDiffers: (user: UserId) => Promise<void>
}

export function openAccountRecords(deps: RecordsDeps): AccountRecords {
  const { pool } = deps.database
  /** A second change waits for the command of the first: its proof continues from a recorded digest. */
  const inTurn = turnsByKey<UserId>()

  return {
    async find(by, value) {
      let before: Known
      for (;;) {
        const found = await readRecord(pool, by, value)
        const id = found?.user.id ?? (by === 'id' ? (value as UserId) : undefined)
        if (id === undefined) return undefined
        const recorded = await deps.sequencer.read((state) => recordedIn(state, id))
        // A change that was recorded after the rows were read; older than what was recorded before is wrong.
        const version = found?.user.record_version ?? 0
        const isBehind = version < (recorded?.credentials.version ?? 0)
        if (isBehind && version >= (before?.credentials.version ?? 0)) before = recorded
        else {
          await verify(deps, id, found, recorded)
          return found
        }
      }
    },
    change: (user, change) => inTurn(user, () => changeNow(deps, user, change)),
    async inspect(user) {
      const recorded = await deps.sequencer.read((state) => recordedIn(state, user))
      const stored = await readRecord(pool, 'id', user)
      if (stored === undefined) return { stored, mark: '', problem: DELETED, hasSecrets: false }
      const credentials = credentialsOf(deps.key, stored)
      const newest = newestOf(deps, user, recorded) ?? NEW_ACCOUNT
      const difference = problemOf(deps.key, stored, credentials, newest)
      return { stored, mark: markOf(credentials), problem: difference, hasSecrets: hasSecretsOf(credentials, newest) }
    },
    accept: (user, mark, by) => inTurn(user, () => acceptNow(deps, user, mark, by)),
    newUser(columns) {
      const record = newRecord(columns)
      return { ...record.user, record_proof: proofOf(deps.key, NEW_ACCOUNT, credentialsOf(deps.key, record)) }
    },
  }
}

/** Of changes that were answered and whose commands are missing, too: older rows are wrong then. Not of those that a restore has undone. */
const newestOf = ({ unrecorded }: RecordsDeps, user: UserId, recorded: Known): Recorded | undefined => {
  const [made, known] = [unrecorded.get(user), recorded?.credentials]
  if (made === undefined || made.epoch !== (recorded?.epoch ?? made.epoch)) return known
  return made.version > (known?.version ?? 0) ? made : known
}

async function changeNow<T extends object>(
  deps: RecordsDeps,
  user: UserId,
  change: AccountChange<T>,
): Promise<T | Refusal> {
  const { database, clock, log } = deps
  const recorded = await deps.sequencer.read((state) => recordedIn(state, user))
  const changed = await transaction(database.pool, 'begin', async (client) => {
    const before = await readLocked(client, user)
    const verified = await verify(deps, user, before, recorded)
    if (before === undefined) return refuse('ACCOUNT_NOT_FOUND')
    const answer = await change(client, before, clock.now())
    if (isRefused(answer)) return answer
    const { patch, result } = answer
    if (Object.keys(patch).length === 0) return { result, credentials: undefined }
    // The record begins with the account: until then, nothing can tell the changed row from one that was put back.
    if (recorded === undefined) throw new Unavailable('the account is not open yet')
    const after = patched(before, patch)
    const credentials = { ...credentialsOf(deps.key, after), epoch: verified.epoch }
    const record_proof = proofOf(deps.key, verified, credentials)
    const columns = { ...patch.user, record_version: credentials.version, record_proof }
    await writeRecord(client, before, { ...patch, user: columns })
    await checkStored(deps, client, user, credentials)
    return { result, credentials }
  })
  if (isRefused(changed)) return changed
  const { result, credentials } = changed
  // The change is made: if its command fails, the next reader submits it.
  if (credentials !== undefined) {
    deps.unrecorded.add(user, credentials)
    await submitCredentials(deps, user, credentials).catch(async (error: unknown) => {
      log.warn({ event: 'account.not_recorded', err: error, user }, 'a change of an account is not recorded yet')
      await deps.unrecorded.keep()
    })
  }
  return result
}

async function acceptNow(
  deps: RecordsDeps,
  user: UserId,
  mark: string,
  by: ByOperator,
): Promise<AccountRecord | Refusal> {
  const recorded = await deps.sequencer.read((state) => recordedIn(state, user))
  if (recorded === undefined) return refuse('ACCOUNT_NOT_FOUND')
  if (!recorded.isFrozen) return refuse('NOT_FROZEN')
  const code = await deps.sequencer.read((state) => accountOf(state, user)?.referralCode ?? undefined)
  const accepted = await transaction(deps.database.pool, 'begin', async (client) => {
    const stored = await readLocked(client, user)
    const found = stored && credentialsOf(deps.key, stored)
    if (stored === undefined || found === undefined || markOf(found) !== mark) return undefined
    const known = newestOf(deps, user, recorded) ?? NEW_ACCOUNT
    const unchanged = { isShown: hasShownOf(found, known), isSecret: hasSecretsOf(found, known) }
    const patch = acceptedPatch(stored, unchanged, deps.clock.now())
    const record_version = recorded.credentials.version + 1
    const referral_code = code ?? stored.user.referral_code
    const columns = { ...patch.user, referral_code, record_version }
    const after = { ...stored, ...patch, user: { ...stored.user, ...columns } }
    const credentials = credentialsOf(deps.key, after)
    const record_proof = proofOf(deps.key, recorded.credentials, credentials)
    await freeReferralCode(client, user, referral_code)
    await writeRecord(client, stored, { ...patch, user: { ...columns, record_proof } })
    return { after, credentials }
  })
  if (accepted === undefined) return refuse('CREDENTIALS_OUTDATED')
  const command = { type: 'accept-credentials', user, ...accepted.credentials, ...by } as const
  const refusal = await deps.sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'refused' ? answer.refusal : undefined,
  )
  return refusal ?? accepted.after
}

/** A record that PostgreSQL stores in another way than it was computed would lock the account: nothing is stored then. */
async function checkStored(
  { key }: RecordsDeps,
  client: Queryable,
  user: UserId,
  { digest }: Credentials,
): Promise<void> {
  const stored = await readRecord(client, 'id', user)
  if (stored === undefined || credentialsOf(key, stored).digest !== digest)
    throw new Error('the changed record of an account cannot be stored')
}

/** The lock is a statement of its own: the next one sees all that was committed before it. */
async function readLocked(client: Queryable, user: UserId): Promise<AccountRecord | undefined> {
  await client.query('select from users where id = $1 for no key update', [user])
  return readRecord(client, 'id', user)
}

/** Of a demo trader, nothing is recorded. */
export function recordedIn(state: State, user: UserId): Known {
  const account = accountOf(state, user)
  if (account?.kind !== 'user') return undefined
  const isFrozen = activeFreezes(account.freezes, state.at).some(({ origin }) => origin === 'integrity')
  const { version } = account.credentials
  const { epoch } = state
  return { credentials: version === 0 ? NEW_ACCOUNT : { ...account.credentials, epoch }, epoch, isFrozen }
}

/**
 * The credentials of a record that is right, also of one that never was. `recorded` was read before the record, or names no
 * newer version.
 */
async function verify(
  deps: RecordsDeps,
  id: UserId,
  record: AccountRecord | undefined,
  recorded: Known,
): Promise<Recorded> {
  if (recorded?.isFrozen) throw new AccountDiffers('the account is frozen')
  const newest = newestOf(deps, id, recorded)
  if (record === undefined)
    return newest === undefined || newest.version === 0 ? NEW_ACCOUNT : reportDifference(deps, id, DELETED, recorded)
  const credentials = credentialsOf(deps.key, record)
  const problem = problemOf(deps.key, record, credentials, newest ?? NEW_ACCOUNT)
  if (problem !== undefined) return reportDifference(deps, id, problem, recorded)
  if (recorded !== undefined && credentials.version > recorded.credentials.version)
    await submitCredentials(deps, id, credentials)
  return { ...credentials, epoch: recorded?.epoch ?? NEW_ACCOUNT.epoch }
}

/** Freezes the account, if there is one, and throws. */
async function reportDifference(
  { sequencer, log, onDiffers }: RecordsDeps,
  user: UserId,
  problem: string,
  recorded: Known,
): Promise<never> {
  log.error({ event: 'account.differs', user, problem }, 'a stored account differs from the record')
  if (recorded !== undefined)
    await sequencer.submit({ type: 'freeze-account', user, origin: 'integrity', reason: problem }, () => undefined)
  await onDiffers(user)
  throw new AccountDiffers(problem)
}

/** A refusal means that the version is recorded already. */
async function submitCredentials(
  { sequencer, unrecorded }: Pick<RecordsDeps, 'sequencer' | 'unrecorded'>,
  user: UserId,
  { version, digest }: Credentials,
): Promise<void> {
  await sequencer.submit({ type: 'credentials-changed', user, version, digest }, () => undefined)
  unrecorded.remove(user, version)
}
