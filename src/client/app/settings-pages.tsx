/** The settings in one file, with their routes: each page has a name in the first chunk otherwise. */

import { Route, Routes, useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import NotFoundScreen from '../screens/not-found-screen.tsx'
import AddressesScreen from '../screens/settings/address-book/addresses-screen.tsx'
import AppearanceScreen from '../screens/settings/appearance-screen.tsx'
import DevicesScreen from '../screens/settings/devices/devices-screen.tsx'
import SettingsLayout from '../screens/settings/frame/settings-layout.tsx'
import NotificationSettingsScreen from '../screens/settings/notifications/notification-settings-screen.tsx'
import PasswordScreen from '../screens/settings/security/password-screen.tsx'
import SecurityScreen from '../screens/settings/security/security-screen.tsx'
import TwoFactorScreen from '../screens/settings/security/two-factor-screen.tsx'
import SettingsScreen from '../screens/settings/settings-screen.tsx'
import IdentityScreen from '../screens/settings/verification/identity-screen.tsx'
import { settingsText } from '../text/settings.ts'
import { PageBar } from '../ui/page-bar.tsx'

const { titles } = settingsText

/** `up`: where back leads if the page is the first of the visit. */
const PAGES = [
  { path: pages.settings, Screen: SettingsScreen, title: titles.settings, up: pages.home },
  { path: pages.security, Screen: SecurityScreen, title: titles.security },
  { path: pages.twoFactor, Screen: TwoFactorScreen, title: titles.twoFactor, up: pages.security },
  { path: pages.password, Screen: PasswordScreen, title: titles.password, up: pages.security },
  { path: pages.identity, Screen: IdentityScreen, title: titles.identity },
  { path: pages.addresses, Screen: AddressesScreen, title: titles.addresses },
  { path: pages.devices, Screen: DevicesScreen, title: titles.devices },
  { path: pages.notificationSettings, Screen: NotificationSettingsScreen, title: titles.notifications },
  { path: pages.appearance, Screen: AppearanceScreen, title: titles.appearance },
]

/** As the router compares paths. */
const isAt = (pathname: string, path: string): boolean => pathname.toLowerCase().replace(/\/$/, '') === path

export function SettingsBar() {
  const { pathname } = useLocation()
  const { title, up = pages.settings } = PAGES.find(({ path }) => isAt(pathname, path)) ?? { title: titles.settings }
  return <PageBar title={title} up={up} width="wide" />
}

export function SettingsPages() {
  return (
    <Routes>
      <Route element={<SettingsLayout />}>
        {PAGES.map(({ path, Screen }) => (
          <Route key={path} path={path.slice(pages.settings.length + 1)} element={<Screen />} />
        ))}
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}
