import { NavLink, useLocation } from 'react-router-dom'
import { text } from '../text/en.ts'
import { Icon } from '../ui/icon.tsx'

const TABS = [
  { to: '/', icon: 'home', name: text.nav.home },
  { to: '/discover', icon: 'discover', name: text.nav.discover },
  { to: '/trade', icon: 'trade', name: text.nav.trade },
  { to: '/earn', icon: 'earn', name: text.nav.earn },
  { to: '/wallet', icon: 'wallet', name: text.nav.assets },
] as const

/** For the thumb. A tap on the current tab goes to the top. */
export function TabBar() {
  const { pathname } = useLocation()
  return (
    <nav className="tab-bar" aria-label={text.nav.section}>
      {TABS.map(({ to, icon, name }) => (
        <NavLink
          key={to}
          to={to}
          end={to === '/'}
          onClick={() => pathname === to && window.scrollTo({ top: 0, behavior: 'smooth' })}
        >
          <Icon name={icon} />
          <span>{name}</span>
        </NavLink>
      ))}
    </nav>
  )
}
