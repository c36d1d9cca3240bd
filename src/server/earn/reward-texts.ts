/** The sentences about rewards that users read. */

import type { Millis } from '../../contract/ids.ts'
import { percentText } from '../../contract/markets/instruments.ts'
import type { TaskFailure, TaskReason } from '../../engine/exchange.ts'
import type { RewardDetails } from '../transactions/transaction-details.ts'

export function reasonText(details: RewardDetails): string {
  switch (details.kind) {
    case 'mining':
      return `Mined for ${durationText(details.endedAt - details.startedAt)}`
    case 'daily':
      return `Daily reward, day ${details.days}`
    case 'task':
      return `Task: ${details.title}`
    case 'friend_bonus':
      return 'A friend made their first trade of at least 100 USDT'
    case 'commission':
      return `${percentText(details.share)} % of the fees of your friends, up to ${dayText(details.day)}`
  }
}

const MINUTE_MILLIS = 60_000
const DAY_MILLIS = 24 * 60 * MINUTE_MILLIS

/** For example `8h`, `1h 5m` or `less than a minute`. */
function durationText(millis: Millis): string {
  const all = Math.floor(millis / MINUTE_MILLIS)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  if (all === 0) return 'less than a minute'
  return [...(hours > 0 ? [`${hours}h`] : []), ...(minutes > 0 ? [`${minutes}m`] : [])].join(' ')
}

const dayText = (day: number): string => new Date(day * DAY_MILLIS).toISOString().slice(0, 10)

export const FAILURE_TEXTS: Readonly<Record<TaskFailure, string>> = {
  not_a_member: 'You are not a member of the channel yet. Join it, then try again.',
  cannot_check: 'Your membership could not be checked right now. You lost nothing; try again later.',
  wrong_answers: 'Not all answers are right. Try again.',
  wrong_code: 'This code is not right.',
}

export const NOT_AVAILABLE = 'This feature is not available yet.'

/** Why a task is locked or failed. `previous`: the title of the task to do first. */
export function taskReasonText(reason: TaskReason, previous: string | undefined): string {
  switch (reason) {
    case 'previous_task':
      return previous === undefined ? 'Complete the previous task first.' : `Complete “${previous}” first.`
    case 'not_open_yet':
      return 'This task has not started yet.'
    case 'standing':
      return 'Your account earns no new rewards at the moment.'
    default:
      return FAILURE_TEXTS[reason]
  }
}
