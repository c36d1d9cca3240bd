/**
 * The table of users, and the account each has in the exchange. The row comes first, then the idempotent command; a
 * start, and every sign-in, finishes what was cut off between the two.
 */

import { randomInt, randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Done } from '../../contract/account-views.ts'
import type { UserId } from '../../contract/ids.ts'
import { parseUnits } from '../../contract/money.ts'
import type { Refusal } from '../../contract/refusals.ts'
import type { Clock } from '../clock.ts'
import type { Sequencer } from '../core/sequencer.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import { columnsOf, link, type Owner, type WayIn } from './ways.ts'

export type User = Selectable<Tables['users']>

export type Users = {
  /** Undefined when their way in is somebody's already. Answers when the account is open for good. */
  register(newcomer: Newcomer): Promise<User | undefined>
  byEmail(email: string): Promise<User | undefined>
  byTelegramId(id: number): Promise<User | undefined>
  byGoogle(sub: string): Promise<User | undefined>
  byId(id: UserId): Promise<User | undefined>
  /** Another way into the account of somebody who is here already. */
  link(owner: Owner, way: WayIn): Promise<Done | Refusal>
  /** Keeps what a client said of its user; what it did not say stays. */
  keepGreeting(id: UserId, greeting: Greeting): Promise<void>
  /** Opens the account of a user who has none yet. */
  ensureAccount(user: User): Promise<void>
  /** Opens every account that is missing; how many there were. */
  reconcile(): Promise<number>
}

export type Newcomer = {
  readonly way: WayIn
  /** A code that no user has is no error, and the answer does not tell. */
  readonly referralCode: string | null | undefined
}

/** What Telegram, or the app, says of somebody besides who they are. */
export type Greeting = {
  /** Null: they have none. */
  readonly username?: string | null | undefined
  readonly langCode?: string | null | undefined
  readonly platform?: string | null | undefined
}

const LANGUAGE = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i
const PLATFORM = /^[\w-]{1,35}$/

export type UsersParts = {
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly clock: Clock
  /** What a new account starts with, in USDT; undefined in live mode. */
  readonly playMoney: string | undefined
}

const FIRST_CODE = 100_000_000
const AFTER_LAST_CODE = 1_000_000_000
const MOST_DRAWS = 20
const ROWS_AT_ONCE = 10_000

export function openUsers(parts: UsersParts): Users {
  const { kysely } = parts.database
  const byEmail = (email: string) =>
    kysely.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  const byTelegramId = (id: number) =>
    kysely.selectFrom('users').selectAll().where('telegram_id', '=', id).executeTakeFirst()
  const byGoogle = (sub: string) =>
    kysely.selectFrom('users').selectAll().where('google_sub', '=', sub).executeTakeFirst()
  const byWay = async (way: WayIn): Promise<User | undefined> => {
    switch (way.type) {
      case 'password':
        return byEmail(way.email)
      case 'telegram':
        return byTelegramId(way.telegramId)
      case 'google':
        return (await byGoogle(way.sub)) ?? (way.email === undefined ? undefined : byEmail(way.email))
    }
  }
  const ensureAccount = async (user: User): Promise<void> => {
    const isThere = await parts.sequencer.read(({ accounts }) => accounts.has(user.id))
    if (!isThere) await openAccount(parts, user)
  }

  return {
    byEmail,
    byTelegramId,
    byGoogle,
    ensureAccount,
    byId: (id) => kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    link: (owner, way) => link(parts.database, owner, way),
    async keepGreeting(id, { username, langCode, platform }) {
      const said = {
        ...(username !== undefined && { username }),
        ...(LANGUAGE.test(langCode ?? '') && { lang_code: langCode }),
        ...(PLATFORM.test(platform ?? '') && { platform }),
      }
      if (Object.keys(said).length === 0) return
      await kysely.updateTable('users').set(said).where('id', '=', id).execute()
    },
    async register(newcomer) {
      // An exchange that takes no commands now takes no newcomers either.
      await parts.sequencer.read(() => undefined)
      for (let draw = 0; draw < MOST_DRAWS; draw++) {
        const user = await insert(parts, newcomer)
        if (user === undefined) {
          if ((await byWay(newcomer.way)) !== undefined) return undefined
          continue
        }
        await ensureAccount(user)
        return user
      }
      throw new Error('no referral code is free')
    },
    async reconcile() {
      let opened = 0
      for await (const user of allUsers(parts.database)) {
        const isThere = await parts.sequencer.read(({ accounts }) => accounts.has(user.id))
        if (isThere) continue
        await openAccount(parts, user)
        opened += 1
      }
      return opened
    },
  }
}

/** Undefined when the way in or the code drawn is taken. */
function insert({ database, clock }: UsersParts, { way, referralCode }: Newcomer): Promise<User | undefined> {
  const referrer = referralCode == null ? 0 : Number(referralCode)
  return database.kysely
    .insertInto('users')
    .values({
      id: randomUUID(),
      ...columnsOf(way),
      referral_code: randomInt(FIRST_CODE, AFTER_LAST_CODE),
      referrer: sql`(select id from users where referral_code = ${referrer})`,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

async function openAccount({ sequencer, playMoney }: UsersParts, user: User): Promise<void> {
  const amount = playMoney === undefined ? undefined : parseUnits(playMoney)
  const usdt = await sequencer.read(({ currencies }) =>
    [...currencies.values()].find(({ symbol }) => symbol === 'USDT'),
  )
  const command = {
    type: 'open-account',
    user: user.id,
    kind: 'user',
    referralCode: user.referral_code,
    referrer: user.referrer,
    grants: amount === undefined || usdt === undefined ? [] : [{ currency: usdt.id, amount }],
  } as const
  const refusal = await sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'refused' ? answer.refusal : undefined,
  )
  if (refusal !== undefined) throw new Error(`an account was not opened: ${refusal.code}`)
}

async function* allUsers({ kysely }: Database): AsyncIterable<User> {
  let after: UserId = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await kysely
      .selectFrom('users')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    yield* rows
    const last = rows[rows.length - 1]
    if (last === undefined) return
    after = last.id
  }
}
