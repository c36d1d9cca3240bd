/** The XP of this week, and whether the user is listed. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { frensText } from '../../text/frens.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'
import { notifyEarnErrorAtom } from './earn-error.ts'

const text = frensText.leaderboard

const EVERY_MILLIS = 60_000

export const leaderboardOf = perUser(() => queryAtom((http) => http(api.leaderboard), EVERY_MILLIS))

export const hideFromLeaderboardAtom = atom(null, async (get, set, user: string, hidden: boolean): Promise<void> => {
  const answer = await get(hostAtom).http(api.setLeaderboard, { body: { hidden } })
  if (answer.ok) set(notifyAtom, { kind: 'success', title: hidden ? text.hidden : text.shown })
  else set(notifyEarnErrorAtom, answer.failure)
  await set(leaderboardOf(user), 'refresh')
})
