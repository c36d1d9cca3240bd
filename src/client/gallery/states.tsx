import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'
import { QueryState } from '../ui/states/query-state.tsx'
import { Skeleton, SkeletonRows } from '../ui/states/skeleton.tsx'
import type { Family } from './example.tsx'
import style from './gallery.module.css'

const LONG = 'A text that takes more than one line, because it explains what happened and what the user can do now.'

const query = (now: Parameters<typeof QueryState<string>>[0]['query']) => (
  <QueryState query={now} failed="The list was not loaded" line="Check your connection." onRetry={() => undefined}>
    {(value) => <p>{value}</p>}
  </QueryState>
)

function Failing() {
  const [isFailed, setFailed] = useState(false)
  if (isFailed) throw new Error('An example of a failure')
  return <Button onClick={() => setFailed(true)}>Fail</Button>
}

const boundary = (
  <ErrorBoundary
    fallback={(_error, reset) => (
      <EmptyState icon="alert" title="This part failed" line="The others still work." isError>
        <Button size="small" onClick={reset}>
          Try again
        </Button>
      </EmptyState>
    )}
  >
    <Failing />
  </ErrorBoundary>
)

export const states: Family = {
  title: 'States',
  examples: [
    {
      name: 'Empty state',
      states: {
        empty: <EmptyState icon="history" title="No orders yet" line="Your orders are shown here." />,
        'with an action': (
          <EmptyState icon="star" title="No favorites" line="Choose the coins that you follow.">
            <Button size="small">Choose coins</Button>
          </EmptyState>
        ),
        error: <EmptyState icon="alert" title="Not loaded" line="Check your connection." isError />,
        'long text': <EmptyState icon="info" title={LONG} line={LONG} />,
      },
    },
    {
      name: 'Query state',
      states: {
        loading: query({ state: 'loading' }),
        error: query({ state: 'failed' }),
        ready: query({ state: 'ready', value: 'The value is loaded.' }),
      },
    },
    {
      name: 'Skeleton',
      states: {
        line: <Skeleton width="60%" />,
        block: <Skeleton width={120} height={80} />,
        rows: <SkeletonRows count={3} height={56} />,
      },
    },
    {
      name: 'Loading screen',
      states: {
        'loading; slow after 8 seconds': (
          <div className={style.loading}>
            <LoadingScreen
              label="Loading"
              slow="This takes longer than usual."
              retry="Reload"
              onRetry={() => undefined}
            />
          </div>
        ),
      },
    },
    { name: 'Error boundary', states: { 'rest; the button fails': boundary } },
  ],
}
