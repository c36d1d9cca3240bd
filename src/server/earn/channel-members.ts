/** The first user who did a channel task with a Telegram account. Linked to another user later, it is not paid again. */

import type { TaskId, UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, queryOne } from '../postgres/query.ts'

const ADD = 'insert into channel_members (task_id, telegram_id, user_id) values ($1, $2, $3) on conflict do nothing'
const USER = 'select user_id from channel_members where task_id = $1 and telegram_id = $2'

/** Stores the first user of the Telegram account; false if that is another one. */
export async function addChannelMember(
  { pool }: Pick<Database, 'pool'>,
  task: TaskId,
  telegramId: number,
  user: UserId,
): Promise<boolean> {
  await execute(pool, ADD, [task, telegramId, user])
  return (await queryOne<{ user_id: UserId }>(pool, USER, [task, telegramId]))?.user_id === user
}
