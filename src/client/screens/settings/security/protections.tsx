import { useAtomValue } from 'jotai'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { pages } from '../../../../contract/pages.ts'
import { dateText } from '../../../format/times.ts'
import { maskedEmail } from '../../../state/account/credentials.ts'
import { type Protection, protectionsAtom } from '../../../state/account/protections.ts'
import { settingsText } from '../../../text/settings.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Cell, Section } from '../../../ui/cells/cells.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { EmailKey } from './email-key.tsx'
import style from './protections.module.css'

const text = settingsText.protections

const ICONS: Readonly<Record<Protection, IconName>> = {
  twoFactor: 'key',
  password: 'lock',
  email: 'mail',
  spare: 'user',
}

/** Each protection with its state. The sign-in methods below add another one. */
export function Protections({ profile }: { profile: ProfileView }) {
  const { on, all, missing, states } = useAtomValue(protectionsAtom)(profile)
  const footer = missing === undefined ? text.all : profile.has_2fa ? text.missing : undefined
  return (
    <Section kind="menu" title={text.on(on, all)} aside={<ProtectionBars on={on} all={all} />} footer={footer}>
      {states.map(({ protection, isOn }) => {
        const row = {
          icon: ICONS[protection],
          title: text.names[protection],
          line: <State isOn={isOn}>{isOn ? onText(profile, protection) : offText(profile, protection)}</State>,
        }
        if (protection === 'twoFactor' && !isOn)
          return (
            <Cell
              key={protection}
              {...row}
              line={
                <>
                  {row.line}
                  <span className={style.hint}>{text.noFactor}</span>
                </>
              }
            >
              <ButtonLink to={pages.twoFactor} kind="primary" size="small">
                {text.turnOn}
              </ButtonLink>
            </Cell>
          )
        if (protection === 'twoFactor' || protection === 'password')
          return <Cell key={protection} {...row} to={pages[protection]} />
        if (protection === 'spare') return <Cell key={protection} {...row} />
        return (
          <Cell key={protection} {...row}>
            <EmailKey profile={profile} />
          </Cell>
        )
      })}
    </Section>
  )
}

function offText({ email }: ProfileView, protection: Protection): string {
  if (protection !== 'email') return text.isOff
  return email === null ? text.noEmail : text.unconfirmed
}

function onText(profile: ProfileView, protection: Protection): string {
  const { email, recovery_codes_left, password_changed_at: changed } = profile
  if (protection === 'twoFactor') return text.codes(recovery_codes_left)
  if (protection === 'email' && email !== null) return text.confirmed(maskedEmail(email))
  return protection === 'password' && changed !== null ? text.changed(dateText(changed)) : text.isOn
}

const State = ({ isOn, children }: { isOn: boolean; children: string }) => (
  <span className={style.state} data-on={isOn || undefined}>
    <Icon name={isOn ? 'check' : 'alert'} size={16} />
    {children}
  </span>
)

export const ProtectionBars = ({ on, all }: { on: number; all: number }) => (
  <span className={style.bars} aria-hidden="true">
    {Array.from({ length: all }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars differ in nothing but their place.
      <i key={index} data-on={index < on || undefined} />
    ))}
  </span>
)
