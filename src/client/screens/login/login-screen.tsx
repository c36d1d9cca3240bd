import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { opensSoonAtom } from '../../atoms/header-switch.ts'
import { returnPath } from '../../atoms/return-path.ts'
import { sessionAtom, signInAtom } from '../../atoms/session.ts'
import { emailFault, passwordFault } from '../../atoms/sign-in-rules.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { WaysIn } from '../../ui/ways-in.tsx'

export default function LoginScreen() {
  const location = useLocation()
  if (useAtomValue(sessionAtom).state === 'signed-in') return <Navigate to={returnPath(location.state)} replace />
  return (
    <>
      <h1>{text.auth.welcomeBack}</h1>
      <p className="auth-lead">{text.tagline}.</p>
      <LoginForm />
      <p className="auth-other">
        {text.auth.haveNot}{' '}
        <Link to="/register" state={location.state}>
          {text.nav.signUp}
        </Link>
      </p>
    </>
  )
}

function LoginForm() {
  const signIn = useSetAtom(signInAtom)
  const soon = useSetAtom(opensSoonAtom)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const faults = { email: emailFault(email), password: passwordFault(password) }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setRefusal(undefined)
    if (isBusy || faults.email || faults.password) return
    setBusy(true)
    setRefusal(await signIn({ email: email.trim(), password }))
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label={text.auth.email}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        onType={setEmail}
        fault={isTried ? faults.email : undefined}
      />
      <PasswordField
        label={text.auth.password}
        show={text.auth.showPassword}
        hide={text.auth.hidePassword}
        autoComplete="current-password"
        value={password}
        onType={setPassword}
        fault={isTried ? faults.password : undefined}
      />
      {refusal !== undefined && (
        <p className="fault auth-refusal" role="alert">
          <Icon name="alert" size={16} />
          {refusal}
        </p>
      )}
      <Button kind="primary" isSubmit busy={isBusy ? text.auth.signingIn : undefined}>
        {text.auth.signIn}
      </Button>
      <WaysIn title={text.auth.orSignIn} google={text.auth.google} telegram={text.auth.telegram} onPress={soon} />
    </form>
  )
}
