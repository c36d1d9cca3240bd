import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { appText } from '../text/app.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import style from './notification-bell.module.css'

const UnreadBadge = lazyPart(() => import('./unread-badge.tsx'))

/** Opens the notifications. Its badge loads later, and is absent where it cannot be loaded. */
export function NotificationBell() {
  return (
    <Link className={`icon-button ${style.bell}`} to={pages.notifications}>
      <Icon name="bell" />
      <span className="visually-hidden">{appText.nav.notifications}</span>
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          <UnreadBadge />
        </Suspense>
      </ErrorBoundary>
    </Link>
  )
}
