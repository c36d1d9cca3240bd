import { useLocation } from 'react-router-dom'
import { settings as words } from '../../text/en-settings.ts'
import { PageBar } from '../../ui/page-bar.tsx'

const TITLES: Readonly<Record<string, string>> = {
  '2fa': words.twoFactor,
  password: words.password,
}

export default function SettingsBar() {
  const [, , , page = ''] = useLocation().pathname.split('/')
  const title = TITLES[page]
  return <PageBar title={title ?? words.security} up={title === undefined ? '/wallet' : '/settings/security'} />
}
