import { useAtomValue, useSetAtom } from 'jotai'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { opensSoonAtom } from '../../atoms/header-switch.ts'
import { returnPath } from '../../atoms/return-path.ts'
import { sessionAtom } from '../../atoms/session.ts'
import { text } from '../../text/en.ts'
import { WaysIn } from '../../ui/ways-in.tsx'
import { RegisterForm } from './register-form.tsx'

export default function RegisterScreen() {
  const location = useLocation()
  const soon = useSetAtom(opensSoonAtom)
  if (useAtomValue(sessionAtom).state === 'signed-in') return <Navigate to={returnPath(location.state)} replace />
  return (
    <>
      <h1>{text.auth.create}</h1>
      <p className="auth-lead">{text.tagline}.</p>
      <RegisterForm />
      <WaysIn title={text.auth.orSignUp} google={text.auth.google} telegram={text.auth.telegram} onPress={soon} />
      <p className="auth-other">
        {text.auth.have}{' '}
        <Link to="/login" state={location.state}>
          {text.auth.signIn}
        </Link>
      </p>
    </>
  )
}
