/** One file for the settings: each file has a name in the first chunk. */

export { default as AddressesScreen } from '../screens/settings/address-book/addresses-screen.tsx'
export { default as AppearanceScreen } from '../screens/settings/appearance-screen.tsx'
export { default as DevicesScreen } from '../screens/settings/devices/devices-screen.tsx'
export { default as SettingsLayout } from '../screens/settings/frame/settings-layout.tsx'
export { default as NotificationSettingsScreen } from '../screens/settings/notifications/notification-settings-screen.tsx'
export { default as PasswordScreen } from '../screens/settings/security/password-screen.tsx'
export { default as SecurityScreen } from '../screens/settings/security/security-screen.tsx'
export { default as TwoFactorScreen } from '../screens/settings/security/two-factor-screen.tsx'
export { default as SettingsScreen } from '../screens/settings/settings-screen.tsx'
export { default as IdentityScreen } from '../screens/settings/verification/identity-screen.tsx'
