import { useAtomValue, useSetAtom } from 'jotai'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { sessionAtom } from '../state/auth/session.ts'
import { trySessionAtom } from '../state/auth/start-session.ts'
import { appText } from '../text/app.ts'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'

/** Around all layouts: pages for signed-in users wait on a full screen, and guests sign up first and then return. */
export function SessionGate({ needsUser }: { needsUser: boolean }) {
  const session = useAtomValue(sessionAtom)
  const retry = useSetAtom(trySessionAtom)
  const location = useLocation()
  if (!needsUser) return <Outlet />
  switch (session.state) {
    case 'starting':
      return (
        <LoadingScreen label={appText.loading} slow={appText.slow} retry={appText.retry} onRetry={() => void retry()} />
      )
    case 'reopen':
      return null
    case 'guest':
      // Who logs out on a page does not want to come back to it.
      if (session.leftAt === location.key) return <Navigate to={pages.home} replace />
      return <Navigate to={pages.register} replace state={{ from: location }} />
    case 'signed-in':
      return <Outlet />
  }
}
