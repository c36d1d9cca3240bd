import type { ProfileView } from '../../../contract/account/views.ts'
import { settingsText } from '../../text/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { Section } from '../../ui/cells/cells.tsx'
import style from './protections.module.css'

const text = settingsText.protections

const KINDS = ['email', 'password', 'twoFactor', 'spare'] as const
type Kind = (typeof KINDS)[number]
/** The badge names the first one that is off. */
const BY_PRIORITY: readonly Kind[] = ['twoFactor', 'password', 'email', 'spare']

const isOn = (profile: ProfileView): Readonly<Record<Kind, boolean>> => ({
  email: profile.email_confirmed,
  password: profile.has_password,
  twoFactor: profile.has_2fa,
  spare: profile.ways.length > 1,
})

export function Protections({ profile }: { profile: ProfileView }) {
  const on = isOn(profile)
  const count = KINDS.filter((kind) => on[kind]).length
  const missing = BY_PRIORITY.find((kind) => !on[kind])
  return (
    <Section kind="block">
      <div className={style.protections}>
        <header>
          <h2>{text.on(count, KINDS.length)}</h2>
          {missing !== undefined && <Badge>{text.needs[missing]}</Badge>}
        </header>
        <p className={style.bar} aria-hidden="true">
          {KINDS.map((kind, index) => (
            <i key={kind} data-on={index < count || undefined} />
          ))}
        </p>
        <p>{statusText(profile, missing)}</p>
      </div>
    </Section>
  )
}

function statusText({ has_2fa }: ProfileView, missing: Kind | undefined): string {
  if (!has_2fa) return text.noFactor
  return missing === undefined ? text.all : text.missing
}
