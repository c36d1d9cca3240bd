import { Link, useLocation } from 'react-router-dom'
import { text } from '../text/en.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

type Tab = { to: string; icon: IconName; name: string; below?: string }

const TABS: readonly Tab[] = [
  { to: '/', icon: 'home', name: text.nav.home },
  { to: '/discover', icon: 'discover', name: text.nav.discover },
  { to: '/trade', icon: 'trade', name: text.nav.trade },
  { to: '/earn', icon: 'earn', name: text.nav.earn },
  { to: '/wallet', icon: 'wallet', name: text.nav.assets, below: '/asset' },
]

/** For the thumb. A tap on the current tab goes to the top. */
export function TabBar() {
  const { pathname } = useLocation()
  return (
    <nav className="tab-bar" aria-label={text.nav.section}>
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
