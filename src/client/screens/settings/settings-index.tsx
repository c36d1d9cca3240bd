import { useAtomValue, useSetAtom } from 'jotai'
import type { ProfileView } from '../../../contract/account/views.ts'
import { pages } from '../../../contract/pages.ts'
import { protectionsAtom } from '../../state/account/protections.ts'
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
import { Frozen } from './security/freeze-section.tsx'
import { ProtectionBars } from './security/protections.tsx'
import style from './settings-index.module.css'

const { rows, titles } = settingsText

/** All settings on one screen of a phone, each with its state. */
export function SettingsIndex() {
  const profile = useProfile()
  const logOut = useLogOut()
  return (
    <div className={style.index}>
      <List isTight>
        <Person profile={profile} />
        <Frozen profile={profile} />
        <AccountRows profile={profile} />
        <AppRows user={profile.uuid} />
        <Section kind="menu">
          <Cell icon="help" title={titles.helpAndRules} to={pages.help} />
          <Cell icon="shield" title={settingsText.inclusion.short} to={`${pages.liabilities}?check`} />
        </Section>
        {logOut && (
          <Section kind="menu">
            <Cell icon="log-out" title={appText.nav.logOut} onPress={logOut} isDanger />
          </Section>
        )}
      </List>
    </div>
  )
}

function AccountRows({ profile }: { profile: ProfileView }) {
  const { on, all } = useAtomValue(protectionsAtom)(profile)
  const { uuid: user, has_password, ways, verification } = profile
  const addresses = useAtomValue(addressBookOf(user))
  const sessions = useAtomValue(sessionsOf(user))
  return (
    <Section kind="menu" title={settingsText.protections.on(on, all)} aside={<ProtectionBars on={on} all={all} />}>
      {profile.has_2fa ? (
        <Row icon="key" title={rows.twoFactor} to={pages.twoFactor} value={rows.on} />
      ) : (
        <Cell icon="key" title={rows.twoFactor} to={pages.twoFactor}>
          <span className={style.turnOn}>{settingsText.protections.turnOn}</span>
        </Cell>
      )}
      <Row
        icon="lock"
        title={titles.password}
        to={pages.password}
        value={has_password ? settingsText.loginMethods.passwordSet : settingsText.loginMethods.passwordNone}
      />
      <Row
        icon="mail"
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
    </Section>
  )
}

type RowProps = {
  icon: 'key' | 'lock' | 'mail' | 'user' | 'book' | 'device' | 'bell' | 'moon'
  title: string
  to: string
}

/** `value`: undefined while it is not known. */
const Row = ({ value, ...row }: RowProps & { value: string | undefined }) => (
  <Cell {...row}>{value !== undefined && <Value>{value}</Value>}</Cell>
)

const Value = ({ children }: { children: string }) => <span className={style.value}>{children}</span>
