import { useAtomValue } from 'jotai'
import type { ProfileView } from '../../../contract/views.ts'
import { clockAtom } from '../../atoms/clock.ts'
import { dayTime, millisOf } from '../../format/times.ts'
import { protections as words } from '../../text/en-settings.ts'

const KINDS = ['email', 'password', 'twoFactor', 'spare'] as const
type Kind = (typeof KINDS)[number]
/** The most pressing of those that are off is named. */
const BY_NEED: readonly Kind[] = ['twoFactor', 'password', 'email', 'spare']

const isOn = (profile: ProfileView): Readonly<Record<Kind, boolean>> => ({
  email: profile.email_confirmed,
  password: profile.has_password,
  twoFactor: profile.has_2fa,
  spare: profile.ways.length > 1,
})

export function Protections({ profile }: { profile: ProfileView }) {
  const now = useAtomValue(clockAtom)
  const on = isOn(profile)
  const count = KINDS.filter((kind) => on[kind]).length
  const need = BY_NEED.find((kind) => !on[kind])
  return (
    <section className="protections">
      <header>
        <h2>{words.on(count, KINDS.length)}</h2>
        {need !== undefined && <span className="badge">{words.needs[need]}</span>}
      </header>
      <p className="protections-bar" aria-hidden="true">
        {KINDS.map((kind, place) => (
          <i key={kind} data-on={place < count || undefined} />
        ))}
      </p>
      <p>{line(profile, need, now)}</p>
    </section>
  )
}

function line({ has_2fa, withdraw_hold_until: hold }: ProfileView, need: Kind | undefined, now: number): string {
  if (hold !== null && millisOf(hold) > now) return words.hold(dayTime(hold, now))
  if (!has_2fa) return words.noFactor
  return need === undefined ? words.all : words.missing
}
