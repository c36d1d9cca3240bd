import { useAtomValue, useSetAtom } from 'jotai'
import { Link, useLocation } from 'react-router-dom'
import { signInAtom } from '../../atoms/session.ts'
import { emailFault, passwordFault } from '../../atoms/sign-in-rules.ts'
import { shownWaysAtom } from '../../atoms/ways.ts'
import { text } from '../../text/en.ts'
import { letters } from '../../text/en-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { useForm } from '../../ui/use-form.ts'
import { EmailField, Password } from './credential-fields.tsx'
import { GuestsOnly } from './guests-only.tsx'
import { OtherWays } from './other-ways.tsx'

export default function LoginScreen() {
  const { state } = useLocation()
  return (
    <GuestsOnly>
      <h1>{text.auth.welcomeBack}</h1>
      <p className="auth-lead">{text.tagline}.</p>
      <LoginForm />
      <OtherWays title={text.auth.orSignIn} />
      <p className="auth-other">
        {text.auth.haveNot}{' '}
        <Link to="/register" state={state}>
          {text.nav.signUp}
        </Link>
      </p>
    </GuestsOnly>
  )
}

function LoginForm() {
  const signIn = useSetAtom(signInAtom)
  const hasMail = useAtomValue(shownWaysAtom).mail !== 'off'
  const { field, submit, isBusy, refusal } = useForm({
    begin: { email: '', password: '' },
    faultsOf: ({ email, password }) => ({ email: emailFault(email), password: passwordFault(password) }),
    send: ({ email, password }) => signIn({ email: email.trim(), password }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <EmailField {...field('email')} />
      <Password {...field('password')} isNew={false} />
      {hasMail && (
        <p className="auth-forgot">
          <Link to="/forgot">{letters.forgot}</Link>
        </p>
      )}
      <Refusal>{refusal}</Refusal>
      <Button kind="primary" isSubmit busy={isBusy ? text.auth.signingIn : undefined}>
        {text.auth.signIn}
      </Button>
    </form>
  )
}
