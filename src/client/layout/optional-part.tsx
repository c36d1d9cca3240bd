import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'

/** A lazy part of the layout: `empty` while it loads, and where it cannot be loaded. */
export const OptionalPart = ({ empty = null, children }: { empty?: ReactNode; children: ReactNode }) => (
  <ErrorBoundary fallback={() => empty}>
    <Suspense fallback={empty}>{children}</Suspense>
  </ErrorBoundary>
)
