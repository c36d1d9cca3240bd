import SecondFactorForm from '../screens/auth/second-factor-form.tsx'

/** Inside Telegram the init data is the first factor: only the code is asked for. */
export default function LaunchSecondFactor() {
  return (
    <main className="auth-form">
      <SecondFactorForm canCancel={false} />
    </main>
  )
}
