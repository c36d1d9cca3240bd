import { useAtomValue } from 'jotai'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { linkableMethodsAtom } from '../../../state/auth/login-methods.ts'
import { settingsText } from '../../../text/settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Section } from '../../../ui/cells/cells.tsx'
import style from './protections.module.css'

const text = settingsText.protections

const KINDS = ['email', 'password', 'twoFactor', 'spare'] as const
type Kind = (typeof KINDS)[number]
/** The badge names the first one that is off. */
const BY_PRIORITY: readonly Kind[] = ['twoFactor', 'password', 'email', 'spare']

type Protected = Readonly<Record<Kind, boolean>>

/** A second login method counts only where there is one to add. */
export function useProtections(profile: ProfileView) {
  const { google, telegram } = useAtomValue(linkableMethodsAtom)
  const isOn: Protected = {
    email: profile.email_confirmed,
    password: profile.has_password,
    twoFactor: profile.has_2fa,
    spare: profile.ways.length > 1,
  }
  const canAddSpare = google || telegram || profile.email === null
  const kinds = KINDS.filter((kind) => kind !== 'spare' || isOn.spare || canAddSpare)
  return { kinds, isOn, count: kinds.filter((kind) => isOn[kind]).length }
}

export function Protections({ profile }: { profile: ProfileView }) {
  const { kinds, isOn, count } = useProtections(profile)
  const missing = BY_PRIORITY.find((kind) => kinds.includes(kind) && !isOn[kind])
  return (
    <Section kind="block">
      <div className={style.protections}>
        <header>
          <h2>{text.on(count, kinds.length)}</h2>
          {missing !== undefined && <Badge>{text.needs[missing]}</Badge>}
        </header>
        <ProtectionBars count={count} all={kinds.length} />
        <p>{statusText(profile, missing)}</p>
      </div>
    </Section>
  )
}

export const ProtectionBars = ({ count, all }: { count: number; all: number }) => (
  <span className={style.bars} aria-hidden="true">
    {KINDS.slice(0, all).map((kind, index) => (
      <i key={kind} data-on={index < count || undefined} />
    ))}
  </span>
)

function statusText({ has_2fa }: ProfileView, missing: Kind | undefined): string {
  if (!has_2fa) return text.noFactor
  return missing === undefined ? text.all : text.missing
}
