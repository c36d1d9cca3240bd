import { useAtomValue } from 'jotai'
import type { TaskKind } from '../../../contract/earn/tasks.ts'
import type { TaskView } from '../../../contract/earn/views.ts'
import { useServerTime } from '../../components/earn/use-server-time.ts'
import { grouped } from '../../format/numbers.ts'
import { dayTime } from '../../format/times.ts'
import { previousTask, taskActionAt } from '../../state/earn/task-list.ts'
import { openedTasksAtom, type Tasks } from '../../state/earn/tasks.ts'
import { earnText } from '../../text/earn.ts'
import { Cell, Progress } from '../../ui/cells/cells.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { TaskButton } from './task-button.tsx'
import style from './task-row.module.css'

const text = earnText.tasks

const ICONS: Readonly<Record<TaskKind, IconName>> = {
  join_channel: 'send',
  visit_link: 'external',
  invite_n: 'frens',
  first_trade: 'trade',
  trade_volume: 'trade',
  first_deposit: 'deposit',
  convert: 'convert',
  enable_2fa: 'shield',
  confirm_email: 'mail',
  verify_identity: 'user',
  promo_code: 'gift',
  quiz: 'book',
}

/** A task with its state, progress, reward and the one thing that can be done about it. */
export function TaskRow({ user, tasks, task }: { user: string; tasks: Tasks; task: TaskView }) {
  const now = useServerTime(tasks)
  const isOpened = useAtomValue(openedTasksAtom).has(task.id)
  const action = taskActionAt(task, isOpened, now)
  const row = {
    icon: ICONS[task.kind],
    title: task.title,
    line: <TaskLine task={task} tasks={tasks.view.tasks} now={now} />,
  }
  if (action.type === 'page') return <Cell {...row} to={action.to} />
  return (
    <Cell {...row}>
      {task.status === 'locked' && <Icon name="lock" size={20} />}
      {task.status === 'claimed' && <Icon name="check" size={20} />}
      <TaskButton user={user} task={task} action={action} />
    </Cell>
  )
}

/** The reward, what to know first, and the progress of a task that can be done now. */
function TaskLine({ task, tasks, now }: { task: TaskView; tasks: readonly TaskView[]; now: number }) {
  const { status, verified, expires_at, target, progress, reward_amount } = task
  const isClosed = status === 'claimed' || status === 'expired'
  // A full bar would look as if nothing was missing.
  const hasProgress = target !== '1' && status !== 'locked' && status !== 'claimable'
  return (
    <span className={style.line}>
      <span>
        <b className={style.reward}>{earnText.gain(grouped(String(reward_amount)))}</b>{' '}
        <span data-failed={status === 'failed' || undefined}>{factOf(task, tasks, now)}</span>
      </span>
      {!isClosed && hasProgress && <TaskProgress title={task.title} progress={progress} target={target} />}
      {!isClosed && !verified && <span>{text.unverified}</span>}
      {!isClosed && expires_at !== null && <span>{text.until(dayTime(expires_at, now))}</span>}
    </span>
  )
}

/** What is missing, why it failed, when it was claimed, or what to do. Nothing for one whose key says it. */
function factOf(task: TaskView, tasks: readonly TaskView[], now: number): string {
  const { status, reason, description, claimed_at } = task
  const previous = previousTask(task, tasks)
  switch (status) {
    case 'claimed':
      return claimed_at === null ? '' : text.claimedAt(dayTime(claimed_at, now))
    case 'expired':
      return text.expired
    case 'claimable':
      return ''
    case 'locked':
      return previous === undefined
        ? (reason ?? description)
        : text.after(previous.title, previous.status === 'claimable')
    case 'failed':
      return reason ?? description
    default:
      return description
  }
}

function TaskProgress({ title, progress, target }: { title: string; progress: string; target: string }) {
  const percent = Math.min(100, Math.floor((Number(progress) / Number(target)) * 100))
  const shown = text.progress(grouped(progress.split('.')[0] ?? '0'), grouped(target))
  return (
    <span className={style.progress}>
      <Progress label={text.progressLabel(title)} percent={percent} text={shown} />
      {shown}
    </span>
  )
}
