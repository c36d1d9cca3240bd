import type { ReactNode } from 'react'
import { appText } from '../text/app.ts'
import { tradeText } from '../text/trade.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { SkeletonRows } from '../ui/states/skeleton.tsx'
import style from './paged-rows.module.css'

type Props<Item> = {
  list:
    | { readonly state: 'loading' }
    | { readonly state: 'failed'; readonly errorText: string | undefined }
    | {
        readonly state: 'ready'
        readonly items: readonly Item[]
        readonly hasNext: boolean
        readonly isBusy: boolean
      }
  emptyTitle: string
  emptyLine: string
  /** A button for the empty state. */
  emptyAction?: ReactNode
  onRetry: () => void
  onMore: () => void
  children: (items: readonly Item[]) => ReactNode
}

/** A paged list with its loading, error and empty states and a button for the next page. */
export function PagedRows<Item>({ list, emptyTitle, emptyLine, emptyAction, onRetry, onMore, children }: Props<Item>) {
  if (list.state === 'loading') return <SkeletonRows count={3} height={64} />
  if (list.state === 'failed')
    return (
      <EmptyState
        icon="alert"
        title={tradeText.orders.failedHistory}
        line={list.errorText ?? tradeText.orders.failedHistoryLine}
        isError
      >
        <Button size="small" onClick={onRetry}>
          {appText.retry}
        </Button>
      </EmptyState>
    )
  if (list.items.length === 0 && !list.hasNext)
    return (
      <EmptyState icon="history" title={emptyTitle} line={emptyLine}>
        {emptyAction}
      </EmptyState>
    )
  return (
    <>
      {children(list.items)}
      {list.hasNext && (
        <div className={style.more}>
          <Button size="small" busy={list.isBusy ? appText.loading : undefined} onClick={onMore}>
            {tradeText.orders.more}
          </Button>
        </div>
      )}
    </>
  )
}
