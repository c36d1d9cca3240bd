/** Appeals of users against their standing. */

import { z } from 'zod'
import { freeText } from '../../contract/free-text.ts'
import { changing, reading } from './action.ts'
import { standing } from './standing-actions.ts'

const id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be the number of an appeal')
  .transform(Number)

const answer = freeText('the answer', 500)

export const appealActions = {
  'list-appeals': reading(z.strictObject({}), async ({ appeals }) => {
    const open = await appeals.list()
    if (open.length === 0) return ['No appeal is open.']
    const rows = open.map((each) => [String(each.id), each.user_id, new Date(each.sent_at).toISOString(), each.text])
    return [[['id', 'user', 'sent', 'text'], ...rows]]
  }),

  'answer-appeal': changing(
    z.strictObject({ id, set: standing, answer }),
    async ({ appeals }, { set, ...request }, by) =>
      (await appeals.answer({ ...request, standing: set, ...by })) ?? [`Appeal ${request.id} is answered.`],
  ),
}
