/** Who brought somebody that wrote to the bot before they signed up: the first code that is somebody's counts. */

import { sql } from 'kysely'
import type { Database } from '../postgres/database.ts'

export type Referrals = {
  /** False when it is nobody's code, when one is remembered already, or when they have signed up. */
  remember(telegramId: number, code: string): Promise<boolean>
  of(telegramId: number): Promise<string | undefined>
}

export async function openReferrals({ kysely }: Database): Promise<Referrals> {
  // Whoever has signed up since needs it no more.
  await sql`delete from bot_referrals r using users u where u.telegram_id = r.telegram_id`.execute(kysely)
  return {
    async remember(telegramId, code) {
      const { numAffectedRows } = await sql`
        insert into bot_referrals (telegram_id, referral_code)
        select ${telegramId}, referral_code from users
        where referral_code = ${Number(code)} and not exists (select from users where telegram_id = ${telegramId})
        on conflict do nothing`.execute(kysely)
      return numAffectedRows === 1n
    },
    async of(telegramId) {
      const row = await kysely
        .selectFrom('bot_referrals')
        .select('referral_code')
        .where('telegram_id', '=', telegramId)
        .executeTakeFirst()
      return row && String(row.referral_code)
    },
  }
}
