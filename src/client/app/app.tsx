import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { ScrollPosition } from '../layout/scroll-position.tsx'
import { basePathOf } from '../platform/launch.ts'
import { hostAtom } from '../state/app/host.ts'
import { challengeTokenAtom, sessionAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import { Button } from '../ui/button.tsx'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'
import { loadPartsWhenIdle } from '../ui/states/lazy-part.tsx'
import { AppRoutes } from './routes.tsx'

const TelegramKeys = lazy(() => import('../layout/telegram-buttons.tsx'))
const Reopen = lazy(() => import('../layout/reopen-in-telegram.tsx'))
const LaunchCode = lazy(() => import('../layout/launch-second-factor.tsx'))

const crashed = () => (
  <EmptyState icon="alert" title={appText.crashed.title} line={appText.crashed.line} isError>
    <Button size="small" onClick={() => window.location.reload()}>
      {appText.crashed.reload}
    </Button>
  </EmptyState>
)

function AppContent() {
  const { miniApp } = useAtomValue(hostAtom).platform
  const needsCode = useAtomValue(challengeTokenAtom) !== undefined && miniApp !== undefined
  const isLaunchExpired = useAtomValue(sessionAtom).state === 'reopen'
  // Effects run after the first render is committed.
  useEffect(() => miniApp?.ready(), [miniApp])
  return (
    <>
      <Suspense>{isLaunchExpired ? <Reopen /> : needsCode ? <LaunchCode /> : <AppRoutes />}</Suspense>
      {miniApp && (
        <Suspense>
          <TelegramKeys miniApp={miniApp} />
        </Suspense>
      )}
    </>
  )
}

export function App() {
  useEffect(loadPartsWhenIdle, [])
  return (
    <ErrorBoundary fallback={crashed}>
      <BrowserRouter basename={basePathOf(window.location.pathname)}>
        <ScrollPosition />
        <AppContent />
      </BrowserRouter>
      <Toaster />
    </ErrorBoundary>
  )
}
