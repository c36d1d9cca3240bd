import { useAtomValue } from 'jotai'
import { Link, useLocation } from 'react-router-dom'
import { modeAtom } from '../../state/app/exchange-info.ts'
import { returnPath } from '../../state/auth/return-path.ts'
import { appText } from '../../text/app.ts'
import { authText } from '../../text/auth.ts'
import style from './auth.module.css'
import { GuestsOnly } from './guests-only.tsx'
import { OtherLoginMethods } from './other-login-methods.tsx'
import { RegisterForm } from './register-form.tsx'

export default function RegisterScreen() {
  const { state } = useLocation()
  const why = authText.why[returnPath(state)]
  const isPlay = useAtomValue(modeAtom) === 'play'
  return (
    <GuestsOnly>
      <h1>{authText.create}</h1>
      {why !== undefined && <p className={style.why}>{why}</p>}
      <p className={style.lead}>
        {appText.tagline}. {appText.intro(isPlay)}
      </p>
      <RegisterForm />
      <OtherLoginMethods title={authText.orSignUp} />
      <p className={style.other}>
        {authText.have}{' '}
        <Link to="/login" state={state}>
          {authText.signIn}
        </Link>
      </p>
    </GuestsOnly>
  )
}
