import type { ReactNode } from 'react'
import { appText } from '../../text/app.ts'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

type Query<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly value: Value }

type Props<Value> = {
  query: Query<Value>
  failed: string
  line: string
  onRetry: () => void
  children: (value: Value) => ReactNode
}

/** Renders a query: skeleton, error with a retry button, or the value. */
export function QueryState<Value>({ query, failed, line, onRetry, children }: Props<Value>) {
  switch (query.state) {
    case 'loading':
      return <SkeletonRows count={2} height={60} />
    case 'failed':
      return (
        <EmptyState icon="alert" title={failed} line={line} isError>
          <Button size="small" onClick={onRetry}>
            {appText.retry}
          </Button>
        </EmptyState>
      )
    case 'ready':
      return children(query.value)
  }
}
