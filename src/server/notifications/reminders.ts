/**
 * Reminders that become due at a time: a mining run that ends, a streak that is about to end, a task that opens. They are
 * derived from committed events, and at a start from the state of the engine, so nothing else has to be stored. A tick
 * looks only at what becomes due.
 */

import type { Millis, UserId } from '../../contract/ids.ts'
import { accounts, allTasks, type Event, minedXp, rewardsOf, type State } from '../../engine/exchange.ts'
import type { TextParams } from './store.ts'

/** `user` is undefined for all users. */
export type Reminder = {
  readonly user: UserId | undefined
  readonly kind: 'mining_finished' | 'streak_at_risk' | 'new_task'
  readonly about: string
  readonly params: TextParams
  readonly at: Millis
}

type Reminders = {
  /** An event of a committed command. */
  apply(event: Event): void
  /** Replaces all by what is or will be due in this state. What was due more than a day before `now` is dropped. */
  load(state: State, now: Millis): void
  /** Removes and returns what is due. */
  take(now: Millis): readonly Reminder[]
}

const HOUR_MILLIS: Millis = 60 * 60 * 1_000
/** How long before the end of a streak its owner is reminded. */
const STREAK_WARNING_MILLIS: Millis = 6 * HOUR_MILLIS
/** A claim continues the streak for this long. */
const STREAK_MILLIS: Millis = 48 * HOUR_MILLIS
/** After a longer outage a reminder is dropped. */
const MAX_LATE_MILLIS: Millis = 24 * HOUR_MILLIS
const SLOT_MILLIS: Millis = 5_000

export function openReminders(now: Millis): Reminders {
  /** By what is waited for: at most one per run, streak and task. */
  const waiting = new Map<string, Reminder>()
  /** The keys by the time slot at whose end they are due. The key of a cancelled or replaced reminder stays. */
  const slots = new Map<number, Set<string>>()
  let nextSlot = Math.floor(now / SLOT_MILLIS)

  function remind(reminder: Reminder): void {
    const key = keyOf(reminder.kind, reminder.user ?? reminder.about)
    waiting.set(key, reminder)
    const slot = Math.max(Math.ceil(reminder.at / SLOT_MILLIS), nextSlot)
    slots.set(slot, (slots.get(slot) ?? new Set()).add(key))
  }

  function takeSlot(slot: number, now: Millis): readonly Reminder[] {
    const keys = slots.get(slot) ?? []
    slots.delete(slot)
    return [...keys].flatMap((key) => {
      const reminder = waiting.get(key)
      if (reminder === undefined || reminder.at > now) return []
      waiting.delete(key)
      return isOver(reminder, now) ? [] : [reminder]
    })
  }

  return {
    apply(event) {
      switch (event.type) {
        case 'mining-started':
          return remind(miningEnd(event.user, event))
        case 'reward-paid':
          if (event.cause.kind === 'mining') waiting.delete(keyOf('mining_finished', event.user))
          if (event.cause.kind === 'daily')
            remind(streakEnd(event.user, event.cause.days, event.at, event.at + STREAK_MILLIS))
          return
        case 'task-set':
          if (event.isNew || waiting.has(keyOf('new_task', taskSubject(event.task))))
            remind(taskOpens(event.task, event.at))
          return
        case 'task-retired':
          waiting.delete(keyOf('new_task', taskSubject({ id: event.task })))
      }
    },
    load(state, now) {
      waiting.clear()
      slots.clear()
      const remindIfRecent = (reminder: Reminder): void => {
        if (reminder.at > now - MAX_LATE_MILLIS) remind(reminder)
      }
      for (const { user } of accounts(state)) {
        const { run, daily } = rewardsOf(state, user)
        if (run !== undefined) remindIfRecent(miningEnd(user, run))
        if (daily !== undefined) remindIfRecent(streakEnd(user, daily.days, daily.claimedAt, daily.expiresAt))
      }
      for (const { task, retiredAt } of allTasks(state))
        if (retiredAt === undefined && task.opensAt !== null && task.opensAt > now) remind(taskOpens(task, now))
    },
    take(now) {
      const due: Reminder[] = []
      for (; nextSlot <= Math.floor(now / SLOT_MILLIS); nextSlot++) due.push(...takeSlot(nextSlot, now))
      return due
    },
  }
}

const keyOf = (kind: Reminder['kind'], subject: string): string => `${kind} ${subject}`

type Run = Parameters<typeof minedXp>[0]

const miningEnd = (user: UserId, run: Run): Reminder => ({
  user,
  kind: 'mining_finished',
  about: `run ${run.startedAt}`,
  params: { xp: minedXp(run, run.endsAt) },
  at: run.endsAt,
})

const streakEnd = (user: UserId, days: number, claimedAt: Millis, until: Millis): Reminder => ({
  user,
  kind: 'streak_at_risk',
  about: `claim ${claimedAt}`,
  params: { days, until },
  at: until - STREAK_WARNING_MILLIS,
})

const taskSubject = ({ id }: { readonly id: number }): string => `task ${id}`

function taskOpens(
  task: { readonly id: number; readonly title: string; readonly reward: number; readonly opensAt: Millis | null },
  setAt: Millis,
): Reminder {
  const params = { title: task.title, xp: task.reward }
  return {
    user: undefined,
    kind: 'new_task',
    about: taskSubject(task),
    params,
    at: Math.max(setAt, task.opensAt ?? setAt),
  }
}

/** A warning that comes after the end helps nobody. */
const isOver = ({ kind, params }: Reminder, now: Millis): boolean =>
  kind === 'streak_at_risk' && Number(params.until) <= now
