import { useAtomValue } from 'jotai'
import { Link, useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { sessionAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import { OptionalPart } from './optional-part.tsx'
import style from './tab-bar.module.css'

const EarnBadge = lazyPart(() => import('../components/earn/earn-parts.ts').then((all) => ({ default: all.EarnBadge })))

/** `below`: other pages that belong to the tab. */
type Tab = { to: string; icon: IconName; name: string; below?: readonly string[] }

const TABS: readonly Tab[] = [
  { to: pages.home, icon: 'home', name: appText.nav.home, below: [pages.discover, pages.markets] },
  { to: pages.trade, icon: 'trade', name: appText.nav.trade },
  { to: pages.earn, icon: 'earn', name: appText.nav.earn },
  { to: pages.frens, icon: 'frens', name: appText.nav.frens, below: [pages.referrals] },
  { to: pages.wallet, icon: 'wallet', name: appText.nav.assets, below: [pages.asset, pages.history] },
]

/** A tap on the current tab scrolls to the top. */
export function TabBar() {
  const { pathname } = useLocation()
  const isSignedIn = useAtomValue(sessionAtom).state === 'signed-in'
  return (
    <nav className={style.bar} aria-label={appText.nav.section}>
      {TABS.map(({ to, icon, name, below = [] }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to || below.includes(pathname) ? 'page' : undefined}
          onClick={() => pathname === to && window.scrollTo({ top: 0, behavior: 'smooth' })}
        >
          <Icon name={icon} />
          <span>{name}</span>
          {isSignedIn && to === pages.earn && (
            <OptionalPart>
              <EarnBadge />
            </OptionalPart>
          )}
        </Link>
      ))}
    </nav>
  )
}
