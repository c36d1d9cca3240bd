import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { shownLoginMethodsAtom } from '../../state/auth/login-methods.ts'
import { requestResetAtom } from '../../state/auth/reset-password.ts'
import { emailError } from '../../state/auth/validate-credentials.ts'
import { authText } from '../../text/auth.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import style from './auth.module.css'
import { EmailField } from './credential-fields.tsx'

export default function ForgotScreen() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <>
      {sentTo === undefined ? <ForgotForm onSent={setSentTo} /> : <Sent to={sentTo} />}
      <p className={style.other}>
        <Link to="/login">{authText.emailLinks.back}</Link>
      </p>
    </>
  )
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const requestReset = useSetAtom(requestResetAtom)
  const isOff = useAtomValue(shownLoginMethodsAtom).email === 'off'
  const { field, submit, isBusy, formError } = useForm({
    initial: { email: '' },
    errorsOf: ({ email }) => ({ email: emailError(email) }),
    async send({ email }) {
      const error = await requestReset(email.trim())
      if (error === undefined) onSent(email.trim())
      return error
    },
  })
  return (
    <>
      <h1>{authText.emailLinks.forgotTitle}</h1>
      <p className={style.lead} data-on-phone>
        {isOff ? authText.emailLinks.off : authText.emailLinks.forgotLead}
      </p>
      <form onSubmit={submit} noValidate>
        <EmailField {...field('email')} />
        <FormError>{formError}</FormError>
        <Button kind="primary" isSubmit busy={isBusy ? authText.emailLinks.sending : undefined}>
          {authText.emailLinks.send}
        </Button>
      </form>
    </>
  )
}

function Sent({ to }: { to: string }) {
  const isShown = useAtomValue(shownLoginMethodsAtom).email === 'shown'
  return (
    <>
      <h1>{authText.emailLinks.sentTitle}</h1>
      <p className={style.lead} data-on-phone role="status">
        {authText.emailLinks.sent(to)}
      </p>
      {isShown && (
        <p>
          {authText.emailLinks.shown}{' '}
          <Link className={style.link} to={pages.playMail}>
            {authText.emailLinks.shownLink}
          </Link>
        </p>
      )}
    </>
  )
}
