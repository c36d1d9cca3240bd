import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { appText } from '../text/app.ts'
import { ButtonRow } from '../ui/actions.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'
import { forgetFailedParts, PartNotLoaded, retryParts } from '../ui/states/lazy-part.tsx'

/** Keeps a failure inside a part of the page, and offers to try again. `loading` is shown while its file is loaded. */
export function PartBoundary({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={(error, reset) =>
        error instanceof PartNotLoaded ? <NotLoaded onRetry={reset} /> : <Crashed onRetry={reset} />
      }
    >
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** The file of the part is missing. Loads it when the browser is online again, or when the part is shown again. */
function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    if (await retryParts()) return onRetry()
    // The server answers, so the browser remembers the failure, or the file belongs to an older release.
    if (await isReachable()) window.location.reload()
    else setBusy(false)
  }
  const onOnline = useEffectEvent(retry)
  useEffect(() => {
    const retryOnline = () => void onOnline()
    window.addEventListener('online', retryOnline)
    return () => {
      window.removeEventListener('online', retryOnline)
      forgetFailedParts()
    }
  }, [])
  return (
    <Failure text={appText.notLoaded}>
      <Button size="small" busy={isBusy ? appText.retry : undefined} onClick={() => void retry()}>
        {appText.retry}
      </Button>
    </Failure>
  )
}

const isReachable = (): Promise<boolean> =>
  fetch('/mark.svg', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

const Crashed = ({ onRetry }: { onRetry: () => void }) => (
  <Failure text={appText.crashed}>
    <Button size="small" onClick={onRetry}>
      {appText.retry}
    </Button>
  </Failure>
)

/** `children` is the button that tries again. */
function Failure({ text, children }: { text: { title: string; line: string }; children: ReactNode }) {
  return (
    <div className="page page-center">
      <EmptyState icon="alert" title={text.title} line={text.line} isError>
        <ButtonRow>
          {children}
          <Button size="small" kind="text" onClick={() => window.location.reload()}>
            {appText.crashed.reload}
          </Button>
        </ButtonRow>
      </EmptyState>
    </div>
  )
}
