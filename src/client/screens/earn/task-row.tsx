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
  trade_volume: 'convert',
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
  const reward = <span className={style.reward}>{earnText.gain(grouped(String(task.reward_amount)))}</span>
  const row = {
    icon: ICONS[task.kind],
    title: task.title,
    line: <TaskLine task={task} tasks={tasks.view.tasks} now={now} />,
  }
  if (action.type === 'page')
    return (
      <Cell {...row} to={action.to}>
        {reward}
      </Cell>
    )
  return (
    <Cell {...row}>
      {reward}
      {task.status === 'locked' && <Icon name="lock" size={20} />}
      {task.status === 'claimed' && <Icon name="check" size={20} />}
      <TaskButton user={user} task={task} action={action} />
    </Cell>
  )
}

/** The most important thing to know: a reason, the progress, or the description. */
function TaskLine({ task, tasks, now }: { task: TaskView; tasks: readonly TaskView[]; now: number }) {
  const { status, reason, description, verified, claimed_at, expires_at, target, progress } = task
  const previous = previousTask(task, tasks)
  if (status === 'claimed') return claimed_at === null ? null : text.claimedAt(dayTime(claimed_at, now))
  if (status === 'expired') return text.expired
  return (
    <span className={style.line}>
      {(status === 'locked' || status === 'failed') && reason !== null ? (
        <span data-failed={status === 'failed' || undefined}>
          {previous === undefined ? reason : text.after(previous.title, previous.status === 'claimable')}
        </span>
      ) : (
        <span>{description}</span>
      )}
      {target !== '1' && <TaskProgress title={task.title} progress={progress} target={target} />}
      {!verified && <span>{text.unverified}</span>}
      {expires_at !== null && <span>{text.until(dayTime(expires_at, now))}</span>}
    </span>
  )
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
