import SecondFactor from './second-factor.tsx'

/** Inside Telegram the launch is the first factor: what is left is the code. */
export default function LaunchCode() {
  return (
    <main className="auth-form">
      <SecondFactor canLeave={false} />
    </main>
  )
}
