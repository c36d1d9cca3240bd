import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { AppealView, StandingView } from '../../../contract/earn/views.ts'
import { dayTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { appealAtom, appealError } from '../../state/earn/appeal.ts'
import { appText } from '../../text/app.ts'
import { earnText } from '../../text/earn.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/cells/cells.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { EarnHint } from './earn-hint.tsx'
import style from './notices.module.css'

const text = earnText.standing

/** Why the account earns nothing, what stays, and the appeal. Nothing while the standing is `ok`. */
export function StandingNotice({ user, standing }: { user: string; standing: StandingView }) {
  const [isAppealing, setAppealing] = useState(false)
  const { state, reason, appeal } = standing
  if (state === 'ok') return null
  const isPending = appeal !== null && appeal.answered_at === null
  return (
    <Section kind="plain">
      <div className={style.notice} role="status">
        <Icon name="alert" size={20} />
        <div>
          <h2>{text.titles[state]}</h2>
          <p>{reason}</p>
          <p>{text.kept}</p>
          {appeal && <AppealState appeal={appeal} />}
          {!isPending && (
            <Button size="small" onClick={() => setAppealing(true)}>
              {text.appeal}
            </Button>
          )}
        </div>
      </div>
      {isAppealing && <AppealSheet user={user} onClose={() => setAppealing(false)} />}
    </Section>
  )
}

function AppealState({ appeal: { sent_at, answer } }: { appeal: AppealView }) {
  const now = useAtomValue(clockAtom)
  return <p>{answer === null ? text.pending(dayTime(sent_at, now)) : text.answered(answer)}</p>
}

function AppealSheet({ user, onClose }: { user: string; onClose: () => void }) {
  const id = useId()
  const send = useSetAtom(appealAtom)
  const { field, submit, isBusy, formError } = useForm({
    initial: { appeal: '' },
    errorsOf: ({ appeal }) => ({ appeal: appealError(appeal) }),
    send: async ({ appeal }) => {
      const error = await send(user, appeal)
      if (error === undefined) onClose()
      return error
    },
  })
  const { value, onType, error } = field('appeal')
  return (
    <Sheet title={text.appealTitle} close={appText.close} onClose={onClose}>
      <form noValidate onSubmit={submit} className={style.form}>
        <EarnHint>{text.appealLine}</EarnHint>
        <label htmlFor={id}>{text.appealLabel}</label>
        <textarea
          id={id}
          className={style.textarea}
          rows={5}
          maxLength={1_000}
          value={value}
          aria-invalid={error !== undefined || undefined}
          onChange={({ target }) => onType(target.value)}
        />
        <FormError>{error ?? formError}</FormError>
        <Button kind="primary" isSubmit busy={isBusy ? text.sending : undefined}>
          {text.send}
        </Button>
      </form>
    </Sheet>
  )
}

export const UnfundedNotice = () => (
  <Section kind="plain">
    <div className={style.notice} role="status">
      <Icon name="alert" size={20} />
      <div>
        <h2>{earnText.unfunded.title}</h2>
        <p>{earnText.unfunded.line}</p>
      </div>
    </div>
  </Section>
)
