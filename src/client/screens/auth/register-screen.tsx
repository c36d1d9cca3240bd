import { Link, useLocation } from 'react-router-dom'
import { text } from '../../text/en.ts'
import { GuestsOnly } from './guests-only.tsx'
import { OtherWays } from './other-ways.tsx'
import { RegisterForm } from './register-form.tsx'

export default function RegisterScreen() {
  const { state } = useLocation()
  return (
    <GuestsOnly>
      <h1>{text.auth.create}</h1>
      <p className="auth-lead">{text.tagline}.</p>
      <RegisterForm />
      <OtherWays title={text.auth.orSignUp} />
      <p className="auth-other">
        {text.auth.have}{' '}
        <Link to="/login" state={state}>
          {text.auth.signIn}
        </Link>
      </p>
    </GuestsOnly>
  )
}
