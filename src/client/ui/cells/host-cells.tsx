import { lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '../states/error-boundary.tsx'

const TelegramCells = lazy(() => import('./telegram-cells.tsx'))

type Props = {
  /** Telegram's name of its app; undefined in a browser. */
  client: string | undefined
  children: ReactNode
}

/** The cells of Telegram's design inside Telegram. Ours in a browser, while theirs load, and when they cannot be loaded. */
export function HostCells({ client, children }: Props) {
  if (client === undefined) return children
  return (
    <ErrorBoundary fallback={() => children}>
      <Suspense fallback={children}>
        <TelegramCells client={client}>{children}</TelegramCells>
      </Suspense>
    </ErrorBoundary>
  )
}
