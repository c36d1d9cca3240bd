import type { ReactNode } from 'react'
import type { Paged } from '../../atoms/paged.ts'
import { text } from '../../text/en.ts'
import { asset as words } from '../../text/en-assets.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

type Props<Row> = {
  list: Paged<Row>
  empty: { readonly title: string; readonly line: string }
  failed: string
  onAsk: (verb: 'refresh' | 'more') => void
  children: (row: Row) => ReactNode
}

/** A page of the past after the other, or why there is none. */
export function PastList<Row>({ list, empty, failed, onAsk, children }: Props<Row>) {
  if (list.state === 'loading') return <SkeletonRows count={3} height={60} />
  if (list.state === 'failed')
    return (
      <Empty icon="alert" title={failed} line={words.safe} isTrouble>
        <Button size="small" onClick={() => onAsk('refresh')}>
          {text.retry}
        </Button>
      </Empty>
    )
  if (list.rows.length === 0)
    return (
      <Empty icon="history" title={empty.title} line={empty.line}>
        <ButtonLink to="/trade" size="small">
          {text.nav.trade}
        </ButtonLink>
      </Empty>
    )
  return (
    <>
      <ul className="past-rows">{list.rows.map(children)}</ul>
      {list.hasNext && (
        <div className="past-more">
          <Button size="small" busy={list.isBusy ? text.loading : undefined} onClick={() => onAsk('more')}>
            {text.orders.more}
          </Button>
        </div>
      )}
    </>
  )
}
