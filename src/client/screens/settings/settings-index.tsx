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
import { stateText } from './security/protection-text.ts'
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

const ICONS = { twoFactor: 'key', password: 'lock', email: 'mail', spare: 'shield' } as const

/** What protects the account, each with its state. The page of the row turns it on. */
function ProtectionRows({ profile }: { profile: ProfileView }) {
  const { on, all, states } = useAtomValue(protectionsAtom)(profile)
  return (
    <Section kind="menu" title={text.on(on, all)} aside={<ProtectionBars on={on} all={all} />}>
      {states.map(({ protection, isOn }) => (
        <Cell
          key={protection}
          icon={ICONS[protection]}
          title={protection === 'twoFactor' ? rows.twoFactor : text.names[protection]}
          to={protection === 'twoFactor' || protection === 'password' ? pages[protection] : pages.security}
        >
          <Value isMissing={!isOn}>{stateText(profile, protection)}</Value>
        </Cell>
      ))}
    </Section>
  )
}

function AccountRows({ profile: { uuid: user, verification } }: { profile: ProfileView }) {
  const addresses = useAtomValue(addressBookOf(user))
  const sessions = useAtomValue(sessionsOf(user))
  return (
    <Section kind="menu">
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
      <Cell icon="shield" title={settingsText.inclusion.title} to={`${pages.liabilities}?check`} />
      {logOut && <Cell icon="log-out" title={appText.nav.logOut} onPress={logOut} isDanger />}
    </Section>
  )
}

type RowProps = {
  icon: 'user' | 'book' | 'device' | 'bell' | 'moon'
  title: string
  to: string
}

/** `value`: undefined while it is not known. */
const Row = ({ value, ...row }: RowProps & { value: string | undefined }) => (
  <Cell {...row}>{value !== undefined && <Value>{value}</Value>}</Cell>
)

type ValueProps = { isMissing?: boolean; children: string }

const Value = ({ isMissing, children }: ValueProps) => (
  <span className={style.value} data-missing={isMissing || undefined}>
    {children}
  </span>
)
