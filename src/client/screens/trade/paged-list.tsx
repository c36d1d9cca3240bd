import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { pages } from '../../atoms/pages.ts'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { PlaceKey } from './place-key.tsx'

type Props<Item> = {
  of: ReturnType<typeof pages<Item>>
  none: string
  noneLine: string
  children: (items: readonly Item[]) => ReactNode
}

export function PagedList<Item>({ of, ...words }: Props<Item>) {
  const list = useAtomValue(of.list)
  const load = useSetAtom(of.load)
  const next = useSetAtom(of.next)
  return (
    <PagedRows {...words} noneKey={<PlaceKey />} list={list} onRetry={() => void load()} onMore={() => void next()} />
  )
}
