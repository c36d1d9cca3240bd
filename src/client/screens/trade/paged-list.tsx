import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { pages } from '../../atoms/pages.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

type Props<Item> = {
  of: ReturnType<typeof pages<Item>>
  none: string
  noneLine: string
  children: (items: readonly Item[]) => ReactNode
}

/** A list of the past with its skeleton, its emptiness, its failure, and more of it. */
export function PagedList<Item>({ of, none, noneLine, children }: Props<Item>) {
  const list = useAtomValue(of.list)
  const load = useSetAtom(of.load)
  const next = useSetAtom(of.next)
  if (list.state === 'loading') return <SkeletonRows count={3} height={64} />
  if (list.state === 'failed')
    return (
      <Empty icon="alert" title={text.orders.failedHistory} line={text.wallet.failedLine} isTrouble>
        <Button size="small" onClick={() => void load()}>
          {text.retry}
        </Button>
      </Empty>
    )
  if (list.items.length === 0) return <Empty icon="history" title={none} line={noneLine} />
  return (
    <>
      {children(list.items)}
      {list.hasNext && (
        <div className="load-more">
          <Button size="small" busy={list.isBusy ? text.loading : undefined} onClick={() => void next()}>
            {text.orders.more}
          </Button>
        </div>
      )}
    </>
  )
}
