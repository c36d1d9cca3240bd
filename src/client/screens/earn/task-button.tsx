import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { TaskView } from '../../../contract/earn/views.ts'
import type { TaskAction } from '../../state/earn/task-list.ts'
import { busyTasksOf, completeTaskAtom, openTaskLinkAtom } from '../../state/earn/tasks.ts'
import { earnText } from '../../text/earn.ts'
import { Button } from '../../ui/button.tsx'
import { PromoSheet } from './promo-sheet.tsx'
import { QuizSheet } from './quiz-sheet.tsx'

const text = earnText.tasks

const NAMES = {
  claim: text.claim,
  check: text.check,
  retry: text.again,
  quiz: text.answer,
  code: text.enter,
  visit: text.open,
  join: text.join,
} as const

type Props = { user: string; task: TaskView; action: TaskAction }

/** The button of a task; nothing for a task without one. */
export function TaskButton({ user, task, action }: Props) {
  const isBusy = useAtomValue(busyTasksOf(user)).has(task.id)
  const complete = useSetAtom(completeTaskAtom)
  const openLink = useSetAtom(openTaskLinkAtom)
  const [isOpen, setOpen] = useState(false)
  if (action.type === 'none' || action.type === 'page') return null
  if (action.type === 'wait')
    return (
      <Button size="small" disabled aria-label={text.waitLabel(task.title, action.seconds)}>
        {text.wait(action.seconds)}
      </Button>
    )
  const name = task.status === 'failed' && action.type !== 'visit' ? text.again : NAMES[action.type]
  const press = () => {
    if (action.type === 'quiz' || action.type === 'code') return setOpen(true)
    if (action.type === 'visit' || action.type === 'join') openLink(task.id, action.link)
    // A channel can be checked only after the user has joined it.
    if (action.type !== 'join') void complete(user, { task_id: task.id })
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button
        kind="tinted"
        size="small"
        aria-label={text.actionOf(name, task.title)}
        busy={isBusy ? text.busy : undefined}
        onClick={press}
      >
        {name}
      </Button>
      {isOpen && action.type === 'quiz' && <QuizSheet user={user} task={task} onClose={close} />}
      {isOpen && action.type === 'code' && <PromoSheet user={user} task={task} onClose={close} />}
    </>
  )
}
