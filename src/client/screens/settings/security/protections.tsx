import { useAtomValue } from 'jotai'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { pages } from '../../../../contract/pages.ts'
import { type Protection, protectionsAtom } from '../../../state/account/protections.ts'
import { settingsText } from '../../../text/settings.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Cell, Section } from '../../../ui/cells/cells.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { EmailKey } from './email-key.tsx'
import { detailText, stateText } from './protection-text.ts'
import style from './protections.module.css'

const text = settingsText.protections

const ICONS: Readonly<Record<Protection, IconName>> = {
  twoFactor: 'key',
  password: 'lock',
  email: 'mail',
  spare: 'shield',
}

/** Each protection with its state, and what turns it on. The sign-in methods below add another one. */
export function Protections({ profile }: { profile: ProfileView }) {
  const { on, all, missing, states } = useAtomValue(protectionsAtom)(profile)
  const footer = missing === undefined ? text.all : profile.has_2fa ? text.missing : undefined
  return (
    <Section kind="menu" title={text.on(on, all)} aside={<ProtectionBars on={on} all={all} />} footer={footer}>
      {states.map(({ protection, isOn }) => {
        const details = isOn ? detailText(profile, protection) : undefined
        const state = [stateText(profile, protection), ...(details === undefined ? [] : [details])].join(', ')
        const row = {
          icon: ICONS[protection],
          title: text.names[protection],
          line: (
            <span className={style.line}>
              <State isOn={isOn}>{state}</State>
              {protection === 'twoFactor' && !isOn && <span>{text.noFactor}</span>}
            </span>
          ),
        }
        if (protection === 'spare') return <Cell key={protection} {...row} />
        if (protection === 'password' || (protection === 'twoFactor' && isOn))
          return <Cell key={protection} {...row} to={pages[protection]} />
        return (
          <Cell key={protection} {...row}>
            {protection === 'email' ? (
              <EmailKey profile={profile} />
            ) : (
              <ButtonLink to={pages.twoFactor} kind="primary" size="small" className={style.key}>
                {text.turnOn}
              </ButtonLink>
            )}
          </Cell>
        )
      })}
    </Section>
  )
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
