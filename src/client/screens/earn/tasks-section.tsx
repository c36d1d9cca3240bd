import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { FailedSection, LoadingCells } from '../../components/cell-states.tsx'
import { groupTasks } from '../../state/earn/task-list.ts'
import { type Tasks, tasksOf } from '../../state/earn/tasks.ts'
import { earnText } from '../../text/earn.ts'
import { Cell, Placeholder, Section } from '../../ui/cells/cells.tsx'
import { TaskRow } from './task-row.tsx'

const text = earnText.tasks

/** The tasks in groups; completed ones are folded. */
export function TasksSection({ user }: { user: string }) {
  const query = useAtomValue(tasksOf(user))
  const refresh = useSetAtom(tasksOf(user))
  if (query.state === 'loading') return <LoadingCells title={text.title} count={3} />
  if (query.state === 'failed')
    return (
      <FailedSection
        sectionTitle={text.title}
        title={query.errorText ?? text.failed}
        line={earnText.failedLine}
        onRetry={() => void refresh('retry')}
      />
    )
  return <TaskGroups user={user} tasks={query.value} />
}

function TaskGroups({ user, tasks }: { user: string; tasks: Tasks }) {
  const { groups, closed, openCount } = groupTasks(tasks.view.tasks)
  const rowsOf = (list: Tasks['view']['tasks']) =>
    list.map((task) => <TaskRow key={task.id} user={user} tasks={tasks} task={task} />)
  return (
    <>
      {groups.length === 0 && (
        <Section title={text.title} kind="plain">
          {closed.length === 0 ? (
            <Placeholder icon="check" title={text.none} line={text.noneLine} />
          ) : (
            <Placeholder icon="check" title={text.allDone} line={text.noneLine} />
          )}
        </Section>
      )}
      {groups.map((group, index) => (
        <Section
          key={group.group}
          title={text.groups[group.group]}
          aside={index === 0 || group.readyCount > 0 ? text.summary(group.readyCount, openCount) : undefined}
        >
          {rowsOf(group.tasks)}
        </Section>
      ))}
      {closed.length > 0 && <ClosedTasks count={closed.length}>{rowsOf(closed)}</ClosedTasks>}
    </>
  )
}

function ClosedTasks({ count, children }: { count: number; children: readonly React.ReactElement[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section>
      <Cell icon="check" title={text.completed(count)} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
      {isOpen && children}
    </Section>
  )
}
