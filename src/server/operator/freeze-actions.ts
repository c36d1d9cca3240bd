/** Freezes of accounts: a frozen account neither trades nor withdraws, claims or receives commissions. */

import { z } from 'zod'
import type { UserId } from '../../contract/ids.ts'
import { isRefused } from '../../contract/refusals.ts'
import { accountOf, activeFreezes, openWithdrawals, type State } from '../../engine/exchange.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import { type ActionDeps, changing, reading, submitted } from './action.ts'
import type { Report } from './protocol.ts'
import { findConfirmedUser, findUser, userName } from './standing-actions.ts'

const input = z.strictObject({ user: userName })

export const freezeActions = {
  'show-freeze': reading(input, async (deps, { user }) => {
    const id = await findUser(deps, user)
    return typeof id === 'string' ? report(deps, id) : id
  }),

  'freeze-account': changing(
    z.strictObject({ user: userName, sessions: z.boolean().default(false) }),
    async (deps, { user, sessions }, by) => {
      const id = await findUser(deps, user)
      if (typeof id !== 'string') return id
      const frozen = await submitted(deps, { type: 'freeze-account', user: id, origin: 'operator', ...by }, () => null)
      if (isRefused(frozen)) return frozen
      // If the account differs, they have ended already.
      if (sessions) await deps.endSessions(id).catch(ignoreDifference)
      const ended = sessions ? ['All sessions of the user are ended.'] : []
      return ['The account is frozen, and its open orders are cancelled.', ...ended, ...(await report(deps, id))]
    },
  ),

  'unfreeze-account': changing(input, async (deps, { user }, by) => {
    const id = await findConfirmedUser(deps, user)
    if (typeof id !== 'string') return id
    const lifted = await submitted(deps, { type: 'unfreeze-account', user: id, origin: 'operator', ...by }, () => null)
    return isRefused(lifted) ? lifted : report(deps, id)
  }),
}

const report = ({ sequencer, now }: ActionDeps, id: UserId): Promise<Report> =>
  sequencer.read((state) => [tableOf(state, id, now()), waitingOf(state, id)])

function tableOf(state: State, id: UserId, now: number) {
  const rows = activeFreezes(accountOf(state, id)?.freezes ?? [], now).map(({ origin, since, liftsAt }) => [
    id,
    origin === 'integrity' ? 'server: see accounts show' : origin,
    new Date(since).toISOString(),
    liftsAt === null ? 'when it is lifted' : new Date(liftsAt).toISOString(),
  ])
  return rows.length === 0 ? 'The account is not frozen.' : [['user', 'frozen by the', 'since', 'ends'], ...rows]
}

function waitingOf(state: State, id: UserId): string {
  const own = openWithdrawals(state).filter(({ user }) => user === id)
  const underway = own.filter(({ status }) => status === 'assigned').length
  return `${own.length - underway} of its withdrawals have no payment yet; ${underway} are underway and cannot be stopped.`
}
