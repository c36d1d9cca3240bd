import SecondFactorForm from '../screens/auth/second-factor-form.tsx'
import style from './auth-layout.module.css'

/** Inside Telegram the init data is the first factor: only the code is asked for. */
export default function LaunchSecondFactor() {
  return (
    <main className={style.form}>
      <SecondFactorForm canCancel={false} />
    </main>
  )
}
