import { Link, useLocation } from 'react-router-dom'
import { appText } from '../text/app.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

type Tab = { to: string; icon: IconName; name: string; below?: string }

const TABS: readonly Tab[] = [
  { to: '/', icon: 'home', name: appText.nav.home },
  { to: '/discover', icon: 'discover', name: appText.nav.discover },
  { to: '/trade', icon: 'trade', name: appText.nav.trade },
  { to: '/earn', icon: 'earn', name: appText.nav.earn },
  { to: '/wallet', icon: 'wallet', name: appText.nav.assets, below: '/asset' },
]

/** A tap on the current tab scrolls to the top. */
export function TabBar() {
  const { pathname } = useLocation()
  return (
    <nav className="tab-bar" aria-label={appText.nav.section}>
      {TABS.map(({ to, icon, name, below }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to || pathname === below ? 'page' : undefined}
          onClick={() => pathname === to && window.scrollTo({ top: 0, behavior: 'smooth' })}
        >
          <Icon name={icon} />
          <span>{name}</span>
        </Link>
      ))}
    </nav>
  )
}
