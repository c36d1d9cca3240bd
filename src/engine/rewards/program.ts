/** What operators set: the parameters, the funds and the tasks. Changes affect the future only. */

import { type RewardParameters, WHEEL_DAYS } from '../../contract/earn/parameters.ts'
import { TASK_GROUPS, TASK_KINDS, type TaskDefinition } from '../../contract/earn/tasks.ts'
import { XP, xpUnits } from '../../contract/earn/xp.ts'
import type { Millis, TaskId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import { currencyOf } from '../instruments/views.ts'
import { move } from '../postings.ts'
import type { State } from '../state.ts'
import type { FundRewards, RetireTask, SetRewardParameters, SetTask } from './commands.ts'

const MAX_XP = 1_000_000_000_000
const MAX_SHARE = 500_000
const MAX_MINING_MILLIS = 7 * 24 * 60 * 60 * 1_000

/** Later times cannot be written as ISO 8601 with four digits of the year. */
const END_OF_TIME: Millis = 253_402_300_800_000

/** A listed XP currency, and an operator with a reason. */
function refuseOperator(state: State, { operator, reason }: { readonly operator: string; readonly reason: string }) {
  if (currencyOf(state, XP.id)?.kind !== 'points') return refuse('CURRENCY_NOT_FOUND')
  const isComplete = operator.trim() !== '' && reason.trim() !== ''
  return isComplete ? undefined : refuse('INVALID_REQUEST', { reason: 'Give an operator and a reason.' })
}

export const setParameters = {
  refuse(state: State, command: SetRewardParameters): Refusal | undefined {
    const reason = invalidParameters(command.parameters)
    return (
      refuseOperator(state, command) ?? (reason === undefined ? undefined : refuse('PARAMETERS_INVALID', { reason }))
    )
  },
  perform(execution: Execution, { parameters }: SetRewardParameters): void {
    emit(execution, { type: 'reward-parameters-set', version: execution.state.rewards.version + 1, parameters })
  },
}

const isXp = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= MAX_XP
const isAscending = (values: readonly number[]): boolean =>
  values[0] === 0 && values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0))

function invalidParameters(parameters: RewardParameters): string | undefined {
  const { miningRatePerHour, miningMillis, dailyWheel, friendBonus, dailyCap, userDailyCap, tiers, levels } = parameters
  const amounts = [miningRatePerHour, friendBonus, dailyCap, userDailyCap, ...dailyWheel, ...levels]
  if (!amounts.every(isXp)) return 'amounts of XP are whole numbers up to 10^12'
  if (!Number.isSafeInteger(miningMillis) || miningMillis <= 0 || miningMillis > MAX_MINING_MILLIS)
    return 'miningMillis is from 1 ms to 7 days'
  if (miningMillis * miningRatePerHour > Number.MAX_SAFE_INTEGER) return 'miningRatePerHour is too high'
  if (dailyWheel.length !== WHEEL_DAYS) return 'dailyWheel has seven amounts'
  if (!isAscending(levels)) return 'levels begin with 0 and ascend'
  if (!isAscending(tiers.map(({ minActiveFriends }) => minActiveFriends)))
    return 'tiers begin with 0 friends and ascend'
  if (!tiers.every(({ share }) => Number.isSafeInteger(share) && share >= 0 && share <= MAX_SHARE))
    return 'the share of a tier is from 0 to 50 %'
  return undefined
}

export const fundRewards = {
  refuse(state: State, command: FundRewards): Refusal | undefined {
    const refusal = refuseOperator(state, command)
    if (refusal !== undefined) return refusal
    if (command.amount > MAX_XP) return refuse('MAX_AMOUNT', { max: String(MAX_XP), currency: XP.symbol })
    return isXp(command.amount) && command.amount > 0 ? undefined : refuse('INVALID_NUMBER', { field: 'amount' })
  },
  perform(execution: Execution, { amount }: FundRewards): void {
    const [from, to] = [{ owner: 'world', part: 'free' } as const, { owner: 'rewards', part: 'free' } as const]
    emit(execution, { type: 'rewards-funded', postings: move(XP.id, xpUnits(amount), from, to) })
  },
}

export const setTask = {
  refuse(state: State, command: SetTask): Refusal | undefined {
    const reason = invalidTask(command.task) ?? conflict(state, command.task)
    return refuseOperator(state, command) ?? (reason === undefined ? undefined : refuse('TASK_INVALID', { reason }))
  },
  perform(execution: Execution, { task }: SetTask): void {
    const isNew = !execution.state.rewards.tasks.has(task.id)
    emit(execution, { type: 'task-set', at: execution.at, task, isNew })
  },
}

function invalidTask(task: TaskDefinition): string | undefined {
  const { id, kind, group, title, reward, target, opensAt, closesAt, maxClaims, position } = task
  if (!Number.isSafeInteger(id) || id < 1 || id > 1_000_000) return 'the id is from 1 to 1,000,000'
  if (!TASK_KINDS.includes(kind)) return `the kind ${kind} does not exist`
  if (!TASK_GROUPS.includes(group)) return `the group ${group} does not exist`
  if (title.trim() === '' || title.length > 100 || task.description.length > 500)
    return 'the title has 1 to 100 characters, the description up to 500'
  if (!isStorable(title) || /\n/.test(title) || !isStorable(task.description))
    return 'the title and the description are text without control characters'
  if (!isXp(reward) || reward === 0) return 'the reward is a whole number above 0'
  if (!Number.isSafeInteger(target) || target < 1) return 'the target is a whole number above 0'
  if (![opensAt, closesAt].every((at) => at === null || (Number.isSafeInteger(at) && at >= 0 && at < END_OF_TIME)))
    return 'opensAt and closesAt are times before the year 10000'
  if (opensAt !== null && closesAt !== null && closesAt <= opensAt) return 'closesAt is after opensAt'
  if (maxClaims !== null && (!Number.isSafeInteger(maxClaims) || maxClaims < 1))
    return 'maxClaims is a whole number above 0'
  if (!Number.isSafeInteger(position)) return 'the position is a whole number'
  return invalidContent(task)
}

/** PostgreSQL stores neither zero characters nor halves of surrogate pairs, and a row that it refuses stops the read models. */
const isStorable = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\n]/u.test(text)

function invalidContent({ kind, target, link, channel, code, questions }: TaskDefinition): string | undefined {
  const hasTarget = kind === 'invite_n' || kind === 'trade_volume'
  if (!hasTarget && target !== 1) return `the target of ${kind} is 1`
  if (link !== null && !/^https:\/\/\S+$/.test(link)) return 'the link begins with https://'
  if ((kind === 'visit_link' || kind === 'join_channel') && link === null) return `${kind} has a link`
  if (kind === 'join_channel' && !/^(@\w{4,32}|-?\d{1,20})$/.test(channel ?? ''))
    return 'join_channel has a channel, such as @name'
  if (kind === 'promo_code' && !/^\S{3,64}$/.test(code ?? '')) return 'promo_code has a code of 3 to 64 characters'
  if (kind !== 'quiz') return undefined
  const areValid = questions.every(
    ({ question, options, answer }) => question !== '' && options.length >= 2 && options[answer] !== undefined,
  )
  return questions.length > 0 && questions.length <= 20 && areValid
    ? undefined
    : 'a quiz has 1 to 20 questions with options and the index of the answer'
}

/** Kind, target and reward never change, so that a task that was done keeps its reward: retire it and add another one. */
function conflict({ rewards }: State, task: TaskDefinition): string | undefined {
  const listed = rewards.tasks.get(task.id)
  if (listed?.retiredAt !== undefined) return 'the task is retired: add another one'
  const isSame = (['kind', 'target', 'reward'] as const).every(
    (name) => listed === undefined || listed.task[name] === task[name],
  )
  if (!isSame) return 'kind, target and reward of a task never change: retire it and add another one'
  for (let after = task.after; after !== null; ) {
    const previous: TaskDefinition | undefined = rewards.tasks.get(after)?.task
    if (previous === undefined) return `task ${after} does not exist`
    if (previous.id === task.id) return 'tasks wait for each other'
    after = previous.after
  }
  return undefined
}

export const retireTask = {
  refuse(state: State, command: RetireTask): Refusal | undefined {
    return refuseOperator(state, command) ?? (isListed(state, command.task) ? undefined : refuse('TASK_NOT_FOUND'))
  },
  perform(execution: Execution, { task }: RetireTask): void {
    const { retiredAt } = expectDefined(execution.state.rewards.tasks.get(task), 'an unknown task is refused')
    if (retiredAt === undefined) emit(execution, { type: 'task-retired', at: execution.at, task })
  },
}

const isListed = ({ rewards }: State, task: TaskId): boolean => rewards.tasks.has(task)
