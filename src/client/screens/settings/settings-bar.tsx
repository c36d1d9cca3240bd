import { useLocation } from 'react-router-dom'
import { settingsText } from '../../text/settings.ts'
import { PageBar } from '../../ui/page-bar.tsx'

const text = settingsText.page

const TITLES: Readonly<Record<string, string>> = {
  '2fa': text.twoFactor,
  password: text.password,
}

export default function SettingsBar() {
  const [, , , page = ''] = useLocation().pathname.split('/')
  const title = TITLES[page]
  return <PageBar title={title ?? text.security} up={title === undefined ? '/wallet' : '/settings/security'} />
}
