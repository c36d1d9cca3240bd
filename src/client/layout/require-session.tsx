import { useAtomValue, useSetAtom } from 'jotai'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { sessionAtom } from '../state/auth/session.ts'
import { trySessionAtom } from '../state/auth/start-session.ts'
import { appText } from '../text/app.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'

/** Routes for signed-in users. Guests are redirected to sign-up and return here afterwards. */
export function RequireSession() {
  const session = useAtomValue(sessionAtom)
  const retry = useSetAtom(trySessionAtom)
  const location = useLocation()
  switch (session.state) {
    case 'starting':
      return (
        <LoadingScreen label={appText.loading} slow={appText.slow} retry={appText.retry} onRetry={() => void retry()} />
      )
    case 'reopen':
      return null
    case 'guest':
      return <Navigate to="/register" replace state={{ from: location }} />
    case 'signed-in':
      return <Outlet />
  }
}
