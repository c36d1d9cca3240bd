import { useAtomValue, useSetAtom } from 'jotai'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { sessionAtom, trySessionAtom } from '../atoms/session.ts'
import { text } from '../text/en.ts'
import { Gate } from '../ui/gate.tsx'

/** Pages for those who are signed in. The others come back here after signing up. */
export function Guard() {
  const session = useAtomValue(sessionAtom)
  const retry = useSetAtom(trySessionAtom)
  const location = useLocation()
  switch (session.state) {
    case 'starting':
      return <Gate label={text.loading} slow={text.slow} retry={text.retry} onRetry={() => void retry()} />
    case 'reopen':
      return null
    case 'guest':
      return <Navigate to="/register" replace state={{ from: location }} />
    case 'signed-in':
      return <Outlet />
  }
}
