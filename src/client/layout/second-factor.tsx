import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { CODE_DIGITS } from '../../contract/account-views.ts'
import { sendCodeAtom } from '../atoms/second-factor.ts'
import { secondFactorAtom } from '../atoms/session.ts'
import { secondFactor as words } from '../text/en-sign-in.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { RecoveryField } from '../ui/recovery-field.tsx'
import { useForm } from '../ui/use-form.ts'

/** The second step after any way in, until a code was right or somebody else wants to sign in. */
export default function SecondFactor({ canLeave }: { canLeave: boolean }) {
  const leave = useSetAtom(secondFactorAtom)
  const [isLost, setLost] = useState(false)
  return (
    <>
      <h1>{isLost ? words.recoveryTitle : words.title}</h1>
      <p className="auth-lead" data-kept>
        {isLost ? words.recoveryLead : words.lead}
      </p>
      {isLost ? <RecoveryForm /> : <CodeForm />}
      <p className="auth-other" data-keys>
        <Button kind="text" size="small" onClick={() => setLost(!isLost)}>
          {isLost ? words.haveDevice : words.lost}
        </Button>
        {canLeave && (
          <Button kind="text" size="small" onClick={() => leave(undefined)}>
            {words.other}
          </Button>
        )}
      </p>
    </>
  )
}

function CodeForm() {
  const send = useSetAtom(sendCodeAtom)
  const { field, submit, sendWith, isBusy, refusal } = useForm({
    begin: { code: '' },
    faultsOf: ({ code }) => ({ code: code.length === CODE_DIGITS ? undefined : words.required }),
    send: ({ code }) => send(code),
  })
  const { value, onType, fault } = field('code')
  return (
    <form onSubmit={submit} noValidate>
      <CodeField
        label={words.code}
        value={value}
        onType={onType}
        onFull={(code) => sendWith('code', code)}
        fault={refusal ?? fault}
        autoFocus
      />
      <Button kind="primary" isSubmit busy={isBusy ? words.sending : undefined}>
        {words.send}
      </Button>
    </form>
  )
}

function RecoveryForm() {
  const send = useSetAtom(sendCodeAtom)
  const { field, submit, isBusy, refusal } = useForm({
    begin: { code: '' },
    faultsOf: ({ code }) => ({ code: code.trim() === '' ? words.required : undefined }),
    send: ({ code }) => send(code.trim()),
  })
  const { fault, ...rest } = field('code')
  return (
    <form onSubmit={submit} noValidate>
      <RecoveryField {...rest} label={words.recovery} fault={refusal ?? fault} />
      <Button kind="primary" isSubmit busy={isBusy ? words.sending : undefined}>
        {words.send}
      </Button>
    </form>
  )
}
