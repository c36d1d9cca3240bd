import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { UndoView } from '../../../contract/account/views.ts'
import { dayTime } from '../../format/times.ts'
import { undoChangeAtom, undoDetailsAtom } from '../../state/account/undo-change.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { emailTokenAtom } from '../../state/auth/oauth-callback.ts'
import { appText } from '../../text/app.ts'
import { authText } from '../../text/auth.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import style from './auth.module.css'
import styles from './link-screen.module.css'
import { MissingToken } from './missing-token.tsx'

const text = authText.undo

/** Explains what the link undoes, and undoes it after a click: mail scanners open links before their recipients do. */
export default function UndoScreen() {
  const hasToken = useAtomValue(emailTokenAtom) !== undefined
  const [isDone, setDone] = useState(false)
  if (!hasToken) return <MissingToken again="/" line={text.noToken} />
  return isDone ? <Done /> : <Confirm onDone={() => setDone(true)} />
}

function Confirm({ onDone }: { onDone: () => void }) {
  const [details, reload] = useAtom(undoDetailsAtom)
  switch (details.state) {
    case 'loading':
      return (
        <>
          <h1>{text.title}</h1>
          <div role="status" aria-label={text.loading}>
            <SkeletonRows count={2} height={60} />
          </div>
        </>
      )
    case 'failed':
      return (
        <>
          <h1>{details.canRetry ? text.title : text.invalidTitle}</h1>
          <div className={styles.actions}>
            <FormError>{details.message}</FormError>
            {details.canRetry ? (
              <Button onClick={() => void reload()}>{appText.retry}</Button>
            ) : (
              <ButtonLink to="/">{authText.emailLinks.goOn}</ButtonLink>
            )}
          </div>
        </>
      )
    case 'ready':
      return <Change undo={details.undo} onDone={onDone} />
  }
}

function Change({ undo, onDone }: { undo: UndoView; onDone: () => void }) {
  const now = useAtomValue(clockAtom)
  const send = useSetAtom(undoChangeAtom)
  const { submit, isBusy, formError } = useForm({
    initial: {},
    errorsOf: () => ({}),
    async send() {
      const error = await send()
      if (error === undefined) onDone()
      return error
    },
  })
  return (
    <>
      <h1>{text.title}</h1>
      <dl className={styles.facts}>
        <dt>{text.what}</dt>
        <dd>{text.changes[undo.change]}</dd>
        <dt>{text.when}</dt>
        <dd>{dayTime(undo.at, now)}</dd>
        <dt>{text.where}</dt>
        <dd>
          {undo.device}, {undo.ip_masked}
        </dd>
      </dl>
      <p>{text.effect[undo.change]}</p>
      <p className={styles.quiet}>{text.ignore(dayTime(undo.expires_at, now))}</p>
      <form onSubmit={submit}>
        <FormError>{formError}</FormError>
        <Button kind="primary" isSubmit busy={isBusy ? text.undoing : undefined}>
          {text.undo}
        </Button>
      </form>
    </>
  )
}

function Done() {
  return (
    <>
      <h1>{text.doneTitle}</h1>
      <p className={style.lead} data-on-phone role="status">
        {text.done}
      </p>
      <div className={styles.actions}>
        <ButtonLink to="/forgot" kind="primary">
          {text.newPassword}
        </ButtonLink>
        <ButtonLink to="/login">{authText.logIn}</ButtonLink>
      </div>
    </>
  )
}
