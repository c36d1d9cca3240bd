import { useWideScreen } from '../../ui/use-wide-screen.ts'
import SecurityScreen from './security/security-screen.tsx'
import { SettingsIndex } from './settings-index.tsx'

/** The list of all settings; on desktop the sidebar is that list, and the page is its first entry. */
export default function SettingsScreen() {
  return useWideScreen() ? <SecurityScreen /> : <SettingsIndex />
}
