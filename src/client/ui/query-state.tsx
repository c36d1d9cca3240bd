import type { ReactNode } from 'react'
import { text } from '../text/en.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { SkeletonRows } from './skeleton.tsx'

type Asked<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly value: Value }

type Props<Value> = {
  asked: Asked<Value>
  failed: string
  line: string
  onRetry: () => void
  children: (value: Value) => ReactNode
}

/** A part of a page that was asked for: its skeleton, why it is not there, or itself. */
export function AskedPart<Value>({ asked, failed, line, onRetry, children }: Props<Value>) {
  switch (asked.state) {
    case 'loading':
      return <SkeletonRows count={2} height={60} />
    case 'failed':
      return (
        <Empty icon="alert" title={failed} line={line} isTrouble>
          <Button size="small" onClick={onRetry}>
            {text.retry}
          </Button>
        </Empty>
      )
    case 'ready':
      return children(asked.value)
  }
}
