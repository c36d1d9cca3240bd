import type { ReactNode } from 'react'
import { text } from '../text/en.ts'
import * as trade from '../text/en-trade.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { SkeletonRows } from './skeleton.tsx'

type Props<Item> = {
  list:
    | { readonly state: 'loading' }
    | { readonly state: 'failed'; readonly why: string | undefined }
    | {
        readonly state: 'ready'
        readonly items: readonly Item[]
        readonly hasNext: boolean
        readonly isBusy: boolean
      }
  none: string
  noneLine: string
  /** What can be done about there being nothing. */
  noneKey?: ReactNode
  onRetry: () => void
  onMore: () => void
  children: (items: readonly Item[]) => ReactNode
}

/** A list of the past with its skeleton, its emptiness, its failure, and more of it. */
export function PagedRows<Item>({ list, none, noneLine, noneKey, onRetry, onMore, children }: Props<Item>) {
  if (list.state === 'loading') return <SkeletonRows count={3} height={64} />
  if (list.state === 'failed')
    return (
      <Empty icon="alert" title={list.why ?? trade.orders.failedHistory} line={text.wallet.safe} isTrouble>
        <Button size="small" onClick={onRetry}>
          {text.retry}
        </Button>
      </Empty>
    )
  if (list.items.length === 0 && !list.hasNext)
    return (
      <Empty icon="history" title={none} line={noneLine}>
        {noneKey}
      </Empty>
    )
  return (
    <>
      {children(list.items)}
      {list.hasNext && (
        <div className="load-more">
          <Button size="small" busy={list.isBusy ? text.loading : undefined} onClick={onMore}>
            {trade.orders.more}
          </Button>
        </div>
      )}
    </>
  )
}
