import { useAtomValue, useSetAtom } from 'jotai'
import type { ProfileView } from '../../../contract/account/views.ts'
import { pages } from '../../../contract/pages.ts'
import { type Protection, protectionsAtom } from '../../state/account/protections.ts'
import { sessionsOf } from '../../state/account/sessions.ts'
import { displayOpenAtom } from '../../state/app/display-sheet-open.ts'
import { selectedCurrencyAtom, themeChoiceAtom } from '../../state/app/preferences.ts'
import { notificationSettingsOf } from '../../state/notifications/notification-settings.ts'
import { addressBookOf } from '../../state/wallet/address-book.ts'
import { appText } from '../../text/app.ts'
import { displayText } from '../../text/display.ts'
import { settingsText } from '../../text/settings.ts'
import { verificationText } from '../../text/verification.ts'
import { Cell, List, Section } from '../../ui/cells/cells.tsx'
import { Person } from './frame/person.tsx'
import { useProfile } from './frame/settings-layout.tsx'
import { useLogOut } from './frame/use-log-out.ts'
import { EmailKey } from './security/email-key.tsx'
import { Frozen } from './security/freeze-section.tsx'
import { ProtectionBars } from './security/protections.tsx'
import style from './settings-index.module.css'

const { protections: text, rows, titles } = settingsText

/** All settings on one screen of a phone, each with its state. */
export function SettingsIndex() {
  const profile = useProfile()
  return (
    <List isTight>
      <Person profile={profile} />
      <Frozen profile={profile} />
      <ProtectionRows profile={profile} />
      <AccountRows profile={profile} />
      <AppRows user={profile.uuid} />
    </List>
  )
}

/** What protects the account, each with its state. */
function ProtectionRows({ profile }: { profile: ProfileView }) {
  const { on, all, states } = useAtomValue(protectionsAtom)(profile)
  const rowOf: Readonly<Record<Protection, (isOn: boolean) => React.ReactElement>> = {
    twoFactor: (isOn) =>
      isOn ? (
        <Row key="twoFactor" icon="key" title={rows.twoFactor} to={pages.twoFactor} value={text.isOn} />
      ) : (
        <Cell key="twoFactor" icon="key" title={rows.twoFactor} to={pages.twoFactor}>
          <span className={style.turnOn}>{text.turnOn}</span>
        </Cell>
      ),
    password: (isOn) => (
      <Row
        key="password"
        icon="lock"
        title={titles.password}
        to={pages.password}
        value={isOn ? settingsText.loginMethods.passwordSet : settingsText.loginMethods.passwordNone}
      />
    ),
    email: (isOn) => (
      <Cell key="email" icon="mail" title={text.names.email}>
        <Value>{isOn ? text.isOn : profile.email === null ? rows.noEmail : rows.unconfirmed}</Value>
        <EmailKey profile={profile} />
      </Cell>
    ),
    spare: (isOn) => (
      <Row key="spare" icon="user" title={text.names.spare} to={pages.security} value={isOn ? text.isOn : text.isOff} />
    ),
  }
  return (
    <Section kind="menu" title={text.on(on, all)} aside={<ProtectionBars on={on} all={all} />}>
      {states.map(({ protection, isOn }) => rowOf[protection](isOn))}
    </Section>
  )
}

function AccountRows({ profile: { uuid: user, ways, verification } }: { profile: ProfileView }) {
  const addresses = useAtomValue(addressBookOf(user))
  const sessions = useAtomValue(sessionsOf(user))
  return (
    <Section kind="menu">
      <Row
        icon="shield"
        title={rows.signIn}
        to={pages.security}
        value={ways.map((way) => settingsText.loginMethods.names[way]).join(', ')}
      />
      <Row
        icon="user"
        title={titles.identity}
        to={pages.identity}
        value={verificationText.badges[verification.status]}
      />
      <Row
        icon="book"
        title={titles.addresses}
        to={pages.addresses}
        value={addresses.state === 'ready' ? rows.addresses(addresses.value.addresses.length) : undefined}
      />
      <Row
        icon="device"
        title={titles.devices}
        to={pages.devices}
        value={sessions.state === 'ready' ? String(sessions.value.length) : undefined}
      />
    </Section>
  )
}

function AppRows({ user }: { user: string }) {
  const logOut = useLogOut()
  const settings = useAtomValue(notificationSettingsOf(user))
  const currency = useAtomValue(selectedCurrencyAtom)
  const theme = useAtomValue(themeChoiceAtom)
  const openDisplay = useSetAtom(displayOpenAtom)
  const on = settings.state === 'ready' ? Object.values(settings.value.in_app).filter(Boolean).length : undefined
  return (
    <Section kind="menu">
      <Row
        icon="bell"
        title={titles.notifications}
        to={pages.notificationSettings}
        value={on === undefined ? undefined : rows.notificationsOn(on)}
      />
      <Cell icon="globe" title={rows.display} onPress={() => openDisplay(true)}>
        <Value>{rows.displayValue(currency)}</Value>
      </Cell>
      <Row icon="moon" title={titles.appearance} to={pages.appearance} value={displayText.themes[theme]} />
      <Cell icon="help" title={titles.helpAndRules} to={pages.help} />
      <Cell icon="shield" title={settingsText.inclusion.short} to={`${pages.liabilities}?check`} />
      {logOut && <Cell icon="log-out" title={appText.nav.logOut} onPress={logOut} isDanger />}
    </Section>
  )
}

type RowProps = {
  icon: 'key' | 'lock' | 'mail' | 'user' | 'book' | 'shield' | 'device' | 'bell' | 'moon'
  title: string
  to: string
}

/** `value`: undefined while it is not known. */
const Row = ({ value, ...row }: RowProps & { value: string | undefined }) => (
  <Cell {...row}>{value !== undefined && <Value>{value}</Value>}</Cell>
)

const Value = ({ children }: { children: string }) => <span className={style.value}>{children}</span>
