import { useAtomValue, useSetAtom } from 'jotai'
import { Link, useLocation } from 'react-router-dom'
import { shownLoginMethodsAtom } from '../../state/auth/login-methods.ts'
import { signInAtom } from '../../state/auth/password-login.ts'
import { emailError, passwordError } from '../../state/auth/validate-credentials.ts'
import { appText } from '../../text/app.ts'
import { authText } from '../../text/auth.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import style from './auth.module.css'
import { EmailField, Password } from './credential-fields.tsx'
import { GuestsOnly } from './guests-only.tsx'
import { OtherLoginMethods } from './other-login-methods.tsx'

export default function LoginScreen() {
  const { state } = useLocation()
  return (
    <GuestsOnly>
      <h1>{authText.logIn}</h1>
      <p className={style.lead}>{appText.tagline}.</p>
      <LoginForm />
      <OtherLoginMethods title={authText.orSignIn} />
      <p className={style.other}>
        {authText.haveNot}{' '}
        <Link to="/register" state={state}>
          {appText.nav.signUp}
        </Link>
      </p>
    </GuestsOnly>
  )
}

function LoginForm() {
  const signIn = useSetAtom(signInAtom)
  const hasEmail = useAtomValue(shownLoginMethodsAtom).email !== 'off'
  const { field, submit, isBusy, formError } = useForm({
    initial: { email: '', password: '' },
    errorsOf: ({ email, password }) => ({ email: emailError(email), password: passwordError(password) }),
    send: ({ email, password }) => signIn({ email: email.trim(), password }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <EmailField {...field('email')} />
      <Password {...field('password')} isNew={false} />
      {hasEmail && (
        <p className={style.forgot}>
          <Link to="/forgot">{authText.emailLinks.forgot}</Link>
        </p>
      )}
      <FormError>{formError}</FormError>
      <Button kind="primary" isSubmit busy={isBusy ? authText.loggingIn : undefined}>
        {authText.logIn}
      </Button>
    </form>
  )
}
