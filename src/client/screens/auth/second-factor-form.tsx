import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { CODE_DIGITS } from '../../../contract/account/views.ts'
import { RecoveryField } from '../../components/recovery-field.tsx'
import { sendCodeAtom } from '../../state/auth/second-factor.ts'
import { challengeTokenAtom } from '../../state/auth/session.ts'
import { authText } from '../../text/auth.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/form/code-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import style from './auth.module.css'

const text = authText.secondFactor

/** The second factor of a login, until the code is right or the user cancels. */
export default function SecondFactorForm({ canCancel }: { canCancel: boolean }) {
  const cancel = useSetAtom(challengeTokenAtom)
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <h1>{isRecovery ? text.recoveryTitle : text.title}</h1>
      <p className={style.lead} data-on-phone>
        {isRecovery ? text.recoveryLead : text.lead}
      </p>
      {isRecovery ? <RecoveryForm /> : <CodeForm />}
      <p className={style.other} data-buttons>
        <Button kind="text" size="small" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? text.haveDevice : text.lost}
        </Button>
        {canCancel && (
          <Button kind="text" size="small" onClick={() => cancel(undefined)}>
            {text.other}
          </Button>
        )}
      </p>
    </>
  )
}

function CodeForm() {
  const send = useSetAtom(sendCodeAtom)
  const { field, submit, submitWith, isBusy, formError } = useForm({
    initial: { code: '' },
    errorsOf: ({ code }) => ({ code: code.length === CODE_DIGITS ? undefined : text.required }),
    send: ({ code }) => send(code),
  })
  const { value, onType, error } = field('code')
  return (
    <form onSubmit={submit} noValidate>
      <CodeField
        label={text.code}
        value={value}
        onType={onType}
        onFull={(code) => submitWith('code', code)}
        error={formError ?? error}
        autoFocus
      />
      <Button kind="primary" isSubmit busy={isBusy ? text.sending : undefined}>
        {text.send}
      </Button>
    </form>
  )
}

function RecoveryForm() {
  const send = useSetAtom(sendCodeAtom)
  const { field, submit, isBusy, formError } = useForm({
    initial: { code: '' },
    errorsOf: ({ code }) => ({ code: code.trim() === '' ? text.required : undefined }),
    send: ({ code }) => send(code.trim()),
  })
  const { error, ...rest } = field('code')
  return (
    <form onSubmit={submit} noValidate>
      <RecoveryField {...rest} label={text.recovery} error={formError ?? error} />
      <Button kind="primary" isSubmit busy={isBusy ? text.sending : undefined}>
        {text.send}
      </Button>
    </form>
  )
}
