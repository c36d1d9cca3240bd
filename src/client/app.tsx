import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/layout.css'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { hostAtom } from './atoms/host.ts'
import { secondFactorAtom, sessionAtom } from './atoms/session.ts'
import { placeOf } from './platform/launch.ts'
import { AppRoutes } from './routes.tsx'
import { text } from './text/en.ts'
import { Button } from './ui/button.tsx'
import { Empty } from './ui/empty.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Toaster } from './ui/toaster.tsx'

const TelegramKeys = lazy(() => import('./layout/telegram-keys.tsx'))
const Reopen = lazy(() => import('./layout/reopen.tsx'))
const LaunchCode = lazy(() => import('./layout/launch-code.tsx'))

const broken = (
  <Empty icon="alert" title={text.somethingFailed.title} line={text.somethingFailed.line} isTrouble>
    <Button size="small" onClick={() => window.location.reload()}>
      {text.somethingFailed.again}
    </Button>
  </Empty>
)

function Inside() {
  const { miniApp } = useAtomValue(hostAtom).platform
  const isAsked = useAtomValue(secondFactorAtom) !== undefined && miniApp !== undefined
  const isTooOld = useAtomValue(sessionAtom).state === 'reopen'
  // By now the first picture is there.
  useEffect(() => miniApp?.ready(), [miniApp])
  return (
    <>
      <Suspense>{isTooOld ? <Reopen /> : isAsked ? <LaunchCode /> : <AppRoutes />}</Suspense>
      {miniApp && (
        <Suspense>
          <TelegramKeys miniApp={miniApp} />
        </Suspense>
      )}
    </>
  )
}

export function App() {
  return (
    <ErrorBoundary fallback={broken}>
      <BrowserRouter basename={placeOf(window.location.pathname)}>
        <Inside />
      </BrowserRouter>
      <Toaster />
    </ErrorBoundary>
  )
}
