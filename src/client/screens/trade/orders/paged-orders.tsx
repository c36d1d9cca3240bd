import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { PagedRows } from '../../../components/paged-rows.tsx'
import type { pagedList } from '../../../state/app/paged-list.ts'
import { PlaceOrderButton } from './place-order-button.tsx'

type Props<Item> = {
  source: ReturnType<typeof pagedList<Item>>
  emptyTitle: string
  emptyLine: string
  children: (items: readonly Item[]) => ReactNode
}

export function PagedOrders<Item>({ source, ...rest }: Props<Item>) {
  const list = useAtomValue(source.list)
  const load = useSetAtom(source.load)
  const next = useSetAtom(source.next)
  return (
    <PagedRows
      {...rest}
      emptyAction={<PlaceOrderButton />}
      list={list}
      onRetry={() => void load()}
      onMore={() => void next()}
    />
  )
}
