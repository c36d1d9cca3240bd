/**
 * The users table and the account of each user in the engine. The row is inserted before the idempotent command that
 * opens the account; every start and every login opens an account that a crash left missing.
 */

import type { UserId } from '../../contract/ids.ts'
import { accountOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { execute, queryOne } from '../postgres/query.ts'
import { transaction } from '../postgres/transaction.ts'
import type { Clock } from '../runtime/clock.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { insertUser } from './account-record.ts'
import type { AccountRecords } from './account-records.ts'
import { allUsers, type FindUsers, isReserved, openFindUsers } from './find-users.ts'
import { assignments, columnsOf, type LoginIdentity } from './login-methods.ts'
import { openNewAccounts } from './new-accounts.ts'
import { type AccountDeps, ensureAccount } from './open-account.ts'
import { randomReferralCode } from './referral-code.ts'
import type { User } from './user-row.ts'

export type Users = FindUsers & {
  /** Resolves when the user is stored; undefined when the identity belongs to another user or is reserved. */
  register(newUser: NewUser): Promise<User | undefined>
  /** Stores the fields that the client sent; fields it did not send keep their values. */
  updateClientProfile(id: UserId, profile: ClientProfile): Promise<void>
  ensureAccount(user: User): Promise<void>
  /** Whether the account of a user who has just registered waits for the engine: then it has no 2FA either. */
  isWaiting(user: UserId): boolean
  /** Opens every account that a crash during a registration left missing. */
  openMissingAccounts(): Promise<void>
}

type NewUser = {
  readonly identity: LoginIdentity
  /** An unknown code is ignored, so that the reply does not reveal which codes exist. */
  readonly referralCode: string | null | undefined
}

/** Reported by Telegram or the app; invalid values are ignored. */
type ClientProfile = {
  /** Null: the Telegram account has no username. */
  readonly username?: string | null | undefined
  readonly langCode?: string | null | undefined
  readonly platform?: string | null | undefined
}

const LANGUAGE = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i
const PLATFORM = /^[\w-]{1,35}$/

type UsersDeps = AccountDeps & {
  readonly database: Pick<Database, 'pool'>
  readonly records: AccountRecords
  readonly clock: Clock
  readonly log: Log
}

const MAX_REFERRAL_CODE_ATTEMPTS = 20

export function openUsers(deps: UsersDeps): Users {
  const { pool } = deps.database
  const find = openFindUsers(deps.database, deps.records, deps.clock)
  const newAccounts = openNewAccounts({ ...deps, ...find })

  /** A row that nobody registered does not become an account. */
  async function openMissing(id: UserId): Promise<boolean> {
    if (await deps.sequencer.read((state) => accountOf(state, id) !== undefined)) return false
    const user = await find.findById(id).catch(ignoreDifference)
    return user !== undefined && ensureAccount(deps, user)
  }

  return {
    ...find,
    async updateClientProfile(id, { username, langCode, platform }) {
      const columns: Partial<Pick<User, 'username' | 'lang_code' | 'platform'>> = {
        ...(username !== undefined && { username }),
        ...(langCode != null && LANGUAGE.test(langCode) && { lang_code: langCode }),
        ...(platform != null && PLATFORM.test(platform) && { platform }),
      }
      if (Object.keys(columns).length === 0) return
      const update = `update users set ${assignments(columns, 2)} where id = $1`
      await execute(pool, update, [id, ...Object.values(columns)])
    },
    async register(newUser) {
      // Refuse early while no commands are taken: the account could not be opened.
      await deps.sequencer.read(() => undefined)
      // The constraints of the table may be gone.
      if (await isTaken(find, newUser.identity)) return undefined
      for (let attempt = 0; attempt < MAX_REFERRAL_CODE_ATTEMPTS; attempt++) {
        const user = await insert(deps, newUser)
        if (user !== undefined) {
          await newAccounts.open(user)
          return user
        }
        if (await isTaken(find, newUser.identity)) return undefined
      }
      throw new Error('no unused referral code was found')
    },
    async ensureAccount(user) {
      await ensureAccount(deps, user)
    },
    isWaiting: newAccounts.isWaiting,
    async openMissingAccounts() {
      let opened = 0
      for await (const id of allUsers(deps.database)) if (await openMissing(id)) opened += 1
      if (opened > 0) deps.log.warn({ event: 'users.accounts_opened', opened }, 'opened missing accounts')
    },
  }
}

async function isTaken(find: FindUsers, identity: LoginIdentity): Promise<boolean> {
  const { email = null, telegram_id = null, google_sub = null } = columnsOf(identity)
  if (email !== null && ((await find.idOf('email', email)) !== undefined || (await find.isReserved(email)))) return true
  if (telegram_id !== null) return (await find.idOf('telegram_id', telegram_id)) !== undefined
  return google_sub !== null && (await find.idOf('google_sub', google_sub)) !== undefined
}

/**
 * Undefined when the identity or the drawn referral code is taken. An address may have been replaced, and so reserved,
 * right before the insert: only a later statement sees that.
 */
function insert(
  { database, clock, records, sequencer }: UsersDeps,
  { identity, referralCode }: NewUser,
): Promise<User | undefined> {
  const now = clock.now()
  const code = referralCode == null ? undefined : Number(referralCode)
  return transaction(database.pool, 'begin', async (client) => {
    const found = code === undefined ? undefined : await queryOne<User>(client, REFERRER, [code])
    // By the record: who can write rows can exchange the codes of two users.
    const referrer =
      found && (await sequencer.read((state) => accountOf(state, found.id)?.referralCode === code)) ? found : undefined
    const user = records.newUser({
      ...columnsOf(identity),
      referral_code: randomReferralCode(),
      referrer: referrer?.id ?? null,
      created_at: now,
    })
    if ((await insertUser(client, user)) === 0) return undefined
    if (user.email === null || !(await isReserved(client, user.email, now))) return user
    await execute(client, 'delete from users where id = $1', [user.id])
    return undefined
  })
}

const REFERRER = 'select id from users where referral_code = $1'
