/** Referral codes of Telegram accounts that used the bot before signing up. The first valid code counts. */

import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, queryOne } from '../postgres/query.ts'

export type Referrals = {
  /** False if the code is unknown, a code is stored already, or the account has signed up. */
  record(telegramId: number, code: string): Promise<boolean>
  codeFor(telegramId: number): Promise<string | undefined>
}

const DELETE_SIGNED_UP = 'delete from bot_referrals r using users u where u.telegram_id = r.telegram_id'

const RECORD = `insert into bot_referrals (telegram_id, referral_code)
select $1, referral_code from users
where referral_code = $2 and not exists (select from users where telegram_id = $1)
on conflict do nothing`

const CODE = 'select referral_code from bot_referrals where telegram_id = $1'

export async function openReferrals({ pool }: Database): Promise<Referrals> {
  await execute(pool, DELETE_SIGNED_UP)
  return {
    record: async (telegramId, code) => (await execute(pool, RECORD, [telegramId, Number(code)])) === 1,
    async codeFor(telegramId) {
      const row = await queryOne<{ referral_code: number }>(pool, CODE, [telegramId])
      return row && String(row.referral_code)
    },
  }
}

export const findUserId = async ({ pool }: Database, telegramId: number): Promise<UserId | undefined> =>
  (await queryOne<{ id: UserId }>(pool, 'select id from users where telegram_id = $1', [telegramId]))?.id
