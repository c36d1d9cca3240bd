import { useSetAtom } from 'jotai'
import { type FormEvent, useId, useState } from 'react'
import type { TaskView } from '../../../contract/earn/views.ts'
import { completeTaskAtom } from '../../state/earn/tasks.ts'
import { appText } from '../../text/app.ts'
import { earnText } from '../../text/earn.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { EarnHint } from './earn-hint.tsx'
import style from './quiz-sheet.module.css'

const text = earnText.tasks

type Props = { user: string; task: TaskView; onClose: () => void }

/** All questions of a quiz. The server checks the answers; a wrong one keeps the sheet open. */
export function QuizSheet({ user, task, onClose }: Props) {
  const id = useId()
  const complete = useSetAtom(completeTaskAtom)
  const [answers, setAnswers] = useState<readonly (number | undefined)[]>(task.questions.map(() => undefined))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const choose = (question: number, option: number) => {
    setError(undefined)
    setAnswers(answers.map((each, index) => (index === question ? option : each)))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = answers.filter((answer) => answer !== undefined)
    if (given.length < answers.length) return setError(text.quizMissing)
    if (isBusy) return
    setBusy(true)
    const isPaid = await complete(user, { task_id: task.id, answers: given })
    setBusy(false)
    if (isPaid) onClose()
  }
  return (
    <Sheet title={task.title} close={appText.close} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className={style.form}>
        <EarnHint>{text.quizLine}</EarnHint>
        {task.questions.map(({ question, options }, index) => (
          <fieldset key={question} className={style.question}>
            <legend>
              <small>{text.question(index + 1, task.questions.length)}</small>
              {question}
            </legend>
            {options.map((option, value) => (
              <label key={option}>
                <input
                  type="radio"
                  name={`${id}-${index}`}
                  checked={answers[index] === value}
                  onChange={() => choose(index, value)}
                />
                {option}
              </label>
            ))}
          </fieldset>
        ))}
        <FormError>{error}</FormError>
        <Button kind="primary" isSubmit busy={isBusy ? text.busy : undefined}>
          {text.submit}
        </Button>
      </form>
    </Sheet>
  )
}
