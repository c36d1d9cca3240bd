/** Friends of a referrer who are held back with all that they bring, because too many joined within an hour. */

import { z } from 'zod'
import type { UserId } from '../../contract/ids.ts'
import { isRefused } from '../../contract/refusals.ts'
import { accountOf, heldFriendsOf, type State } from '../../engine/exchange.ts'
import { changing, reading, submitted } from './action.ts'
import type { Report } from './protocol.ts'
import { findConfirmedUser, findUser, userName } from './standing-actions.ts'

const input = z.strictObject({ user: userName })
/** The most that one command releases. */
const MAX_FRIENDS = 1_000

export const friendActions = {
  'list-held-friends': reading(input, async (deps, { user }) => {
    const id = await findUser(deps, user)
    return typeof id === 'string' ? deps.sequencer.read((state) => listOf(state, id)) : id
  }),

  'release-friends': changing(input, async (deps, { user }, by) => {
    const referrer = await findConfirmedUser(deps, user)
    if (typeof referrer !== 'string') return referrer
    const friends = (await deps.sequencer.read((state) => heldFriendsOf(state, referrer))).slice(0, MAX_FRIENDS)
    if (friends.length === 0) return ['No friend of this user is held back.']
    const command = { type: 'hold-friends', referrer, friends, held: false, ...by } as const
    const result = await submitted(deps, command, (state) => listOf(state, referrer))
    return isRefused(result)
      ? result
      : [`${friends.length} friends are released: commissions follow tomorrow.`, ...result]
  }),
}

function listOf(state: State, referrer: UserId): Report {
  const held = heldFriendsOf(state, referrer)
  if (held.length === 0) return ['No friend of this user is held back.']
  const rows = held.map((friend) => [friend, new Date(accountOf(state, friend)?.openedAt ?? 0).toISOString()])
  return [[['held friend', 'joined'], ...rows]]
}
