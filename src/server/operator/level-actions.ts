/** The level of verification of a user. */

import { z } from 'zod'
import type { UserId } from '../../contract/ids.ts'
import { isRefused } from '../../contract/refusals.ts'
import { levelOf, type State } from '../../engine/exchange.ts'
import { changing, reading, submitted } from './action.ts'
import type { Table } from './protocol.ts'
import { findConfirmedUser, findUser, userName } from './standing-actions.ts'

const level = z
  .string()
  .regex(/^[01]$/, 'must be 0 or 1')
  .transform(Number)

export const levelActions = {
  'show-level': reading(z.strictObject({ user: userName }), async (deps, input) => {
    const id = await findUser(deps, input.user)
    if (typeof id !== 'string') return id
    return [await deps.sequencer.read((state) => levelTable(state, id))]
  }),

  'set-level': changing(z.strictObject({ user: userName, level }), async (deps, input, by) => {
    const id = await findConfirmedUser(deps, input.user)
    if (typeof id !== 'string') return id
    const command = { type: 'set-level', user: id, level: input.level, ...by } as const
    const table = await submitted(deps, command, (state) => levelTable(state, id))
    return isRefused(table) ? table : [table]
  }),
}

const levelTable = (state: State, id: UserId): Table => [
  ['user', 'level'],
  [id, String(levelOf(state, id))],
]
