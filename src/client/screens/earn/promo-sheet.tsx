import { useSetAtom } from 'jotai'
import type { TaskView } from '../../../contract/earn/views.ts'
import { completeTaskAtom } from '../../state/earn/tasks.ts'
import { appText } from '../../text/app.ts'
import { earnText } from '../../text/earn.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { EarnHint } from './earn-hint.tsx'
import style from './promo-sheet.module.css'

const text = earnText.tasks

type Props = { user: string; task: TaskView; onClose: () => void }

export function PromoSheet({ user, task, onClose }: Props) {
  const complete = useSetAtom(completeTaskAtom)
  const { field, submit, isBusy } = useForm({
    initial: { code: '' },
    errorsOf: ({ code }) => ({ code: code.trim() === '' ? text.promoEmpty : undefined }),
    send: async ({ code }) => {
      if (await complete(user, { task_id: task.id, code: code.trim() })) onClose()
      return undefined
    },
  })
  return (
    <Sheet title={task.title} close={appText.close} onClose={onClose}>
      <form noValidate onSubmit={submit} className={style.form}>
        <EarnHint>{task.description}</EarnHint>
        <TextField
          {...field('code')}
          label={text.promoLabel}
          name="code"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button kind="primary" isSubmit busy={isBusy ? text.busy : undefined}>
          {text.submit}
        </Button>
      </form>
    </Sheet>
  )
}
