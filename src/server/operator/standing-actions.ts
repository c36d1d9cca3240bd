/** Whether rewards accrue to a user. */

import { z } from 'zod'
import { canonicalEmail } from '../../contract/auth/email-address.ts'
import { REWARD_STANDINGS } from '../../contract/earn/views.ts'
import { isUuid, type UserId } from '../../contract/ids.ts'
import { isRefused } from '../../contract/refusals.ts'
import { accountOf, rewardsOf, type State } from '../../engine/exchange.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import { type ActionDeps, changing, reading, submitted } from './action.ts'
import type { Table } from './protocol.ts'

export const standing = z.enum(REWARD_STANDINGS, `must be one of ${REWARD_STANDINGS.join(', ')}`)
/** A uuid or an email address, as it is stored. */
export const userName = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .transform((text) => canonicalEmail(text) ?? text)

export const standingActions = {
  'show-standing': reading(z.strictObject({ user: userName }), async (deps, input) => {
    const id = await findUser(deps, input.user)
    if (typeof id !== 'string') return id
    return [await deps.sequencer.read((state) => standingTable(state, id))]
  }),

  'set-standing': changing(z.strictObject({ user: userName, set: standing }), async (deps, input, by) => {
    const id = await findUser(deps, input.user)
    if (typeof id !== 'string') return id
    const command = { type: 'set-reward-standing', user: id, standing: input.set, ...by } as const
    const table = await submitted(deps, command, (state) => standingTable(state, id))
    return isRefused(table) ? table : [table]
  }),
}

/** The user's id if they have an account. */
export async function findUser(deps: ActionDeps, text: string): Promise<UserId | NoUser> {
  // An address of a row that was changed could be that of a thief. An account that differs is still known by its uuid.
  const found = isUuid(text) ? (text as UserId) : (await deps.users.findByEmail(text).catch(ignoreDifference))?.id
  return openUser(deps, found, text)
}

/**
 * For what gives money or a level, or lifts a freeze: a thief can have an account with the address of another person,
 * unconfirmed. The account that was checked is the one that is returned: a second question can have another answer.
 */
export async function findConfirmedUser(deps: ActionDeps, text: string): Promise<UserId | NoUser> {
  if (isUuid(text)) return findUser(deps, text)
  const user = await deps.users.findByEmail(text).catch(ignoreDifference)
  if (user?.email_confirmed === false) return { problem: `the email ${text} is not confirmed: name the uuid` }
  return openUser(deps, user?.id, text)
}

async function openUser({ sequencer }: ActionDeps, id: UserId | undefined, text: string): Promise<UserId | NoUser> {
  const isOpen = id !== undefined && (await sequencer.read((state) => accountOf(state, id) !== undefined))
  return isOpen ? id : { problem: `no user has the uuid or email ${text}, or its account differs: then name the uuid` }
}

type NoUser = { readonly problem: string }

function standingTable(state: State, id: UserId): Table {
  const { standing } = rewardsOf(state, id)
  const since = standing.since === undefined ? '' : new Date(standing.since).toISOString()
  return [
    ['user', 'standing', 'since', 'reason'],
    [id, standing.state, since, standing.reason],
  ]
}
