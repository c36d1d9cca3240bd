/** Referral codes of Telegram accounts that used the bot before signing up. The first valid code counts. */

import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'

export type Referrals = {
  /** False if the code is unknown, a code is stored already, or the account has signed up. */
  record(telegramId: number, code: string): Promise<boolean>
  codeFor(telegramId: number): Promise<string | undefined>
}

type ReferralsDeps = {
  readonly database: Pick<Database, 'pool'>
  /** Of the keyed hashes of the rows. */
  readonly key: Uint8Array
  readonly forged: ForgedRows
}

type Row = Tables['bot_referrals']

const DELETE_SIGNED_UP = 'delete from bot_referrals r using users u where u.telegram_id = r.telegram_id'

const RECORD = `insert into bot_referrals (telegram_id, referral_code, mac)
select $1, referral_code, $3 from users
where referral_code = $2 and not exists (select from users where telegram_id = $1)
on conflict (telegram_id) do update set referral_code = excluded.referral_code, mac = excluded.mac`

const STORED = 'select * from bot_referrals where telegram_id = $1'

export async function openReferrals({ database: { pool }, key, forged }: ReferralsDeps): Promise<Referrals> {
  const macOf = (telegramId: number, code: number): Buffer => keyedHash(key, 'bot referral', [telegramId, code])

  async function codeFor(telegramId: number): Promise<string | undefined> {
    const row = await queryOne<Row>(pool, STORED, [telegramId])
    if (row === undefined) return undefined
    if (isSameHash(row.mac, macOf(telegramId, row.referral_code))) return String(row.referral_code)
    forged.note('bot_referrals', telegramId)
    return undefined
  }

  await execute(pool, DELETE_SIGNED_UP)
  return {
    codeFor,
    async record(telegramId, code) {
      if ((await codeFor(telegramId)) !== undefined) return false
      return (await execute(pool, RECORD, [telegramId, Number(code), macOf(telegramId, Number(code))])) === 1
    },
  }
}

export const findUserId = async ({ pool }: Database, telegramId: number): Promise<UserId | undefined> =>
  (await queryOne<{ id: UserId }>(pool, 'select id from users where telegram_id = $1', [telegramId]))?.id
