import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { forgotAtom } from '../../atoms/letters.ts'
import { emailFault } from '../../atoms/sign-in-rules.ts'
import { shownWaysAtom } from '../../atoms/ways.ts'
import { letters } from '../../text/en-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { useForm } from '../../ui/use-form.ts'
import { EmailField } from './credential-fields.tsx'

export default function ForgotScreen() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <>
      {sentTo === undefined ? <ForgotForm onSent={setSentTo} /> : <Sent to={sentTo} />}
      <p className="auth-other">
        <Link to="/login">{letters.back}</Link>
      </p>
    </>
  )
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const forgot = useSetAtom(forgotAtom)
  const isOff = useAtomValue(shownWaysAtom).mail === 'off'
  const { field, submit, isBusy, refusal } = useForm({
    begin: { email: '' },
    faultsOf: ({ email }) => ({ email: emailFault(email) }),
    async send({ email }) {
      const why = await forgot(email.trim())
      if (why === undefined) onSent(email.trim())
      return why
    },
  })
  return (
    <>
      <h1>{letters.forgotTitle}</h1>
      <p className="auth-lead" data-kept>
        {isOff ? letters.off : letters.forgotLead}
      </p>
      <form onSubmit={submit} noValidate>
        <EmailField {...field('email')} />
        <Refusal>{refusal}</Refusal>
        <Button kind="primary" isSubmit busy={isBusy ? letters.sending : undefined}>
          {letters.send}
        </Button>
      </form>
    </>
  )
}

function Sent({ to }: { to: string }) {
  const isShown = useAtomValue(shownWaysAtom).mail === 'shown'
  return (
    <>
      <h1>{letters.sentTitle}</h1>
      <p className="auth-lead" data-kept role="status">
        {letters.sent(to)}
      </p>
      {isShown && (
        <p>
          {letters.shown}{' '}
          <a className="link" href="/play/mail" target="_blank" rel="noreferrer">
            {letters.shownLink}
          </a>
        </p>
      )}
    </>
  )
}
