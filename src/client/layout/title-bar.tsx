import { useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { appText } from '../text/app.ts'
import { settingsText } from '../text/settings.ts'
import { PageBar } from '../ui/page-bar.tsx'

const { page } = settingsText

const BARS: Readonly<Record<string, { readonly title: string; readonly up: string }>> = {
  [pages.history]: { title: appText.nav.history, up: pages.wallet },
  [pages.referrals]: { title: appText.nav.referrals, up: pages.frens },
  [pages.notifications]: { title: appText.nav.notifications, up: pages.home },
  [pages.twoFactor]: { title: page.twoFactor, up: pages.security },
  [pages.password]: { title: page.password, up: pages.security },
}

/** The bar of the settings and of the pages below a tab: back, and the title. */
export default function TitleBar() {
  const path = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  return <PageBar {...(BARS[path] ?? { title: page.security, up: pages.wallet })} />
}
