import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { findMarketsAtom, suggestedMarketsAtom } from '../../state/markets/market-lists.ts'
import { defaultOrder, type MarketListName, type MarketOrder } from '../../state/markets/market-sorting.ts'
import { hasNoMarketsAtom, loadMarketsAtom, watchedMarketsAtom } from '../../state/markets/markets.ts'
import { appText } from '../../text/app.ts'
import { marketsText } from '../../text/markets.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { MarketHead } from './market-head.tsx'
import { MarketRows, type MarketRowsProps } from './market-rows.tsx'
import style from './market-table.module.css'

type Props = MarketRowsProps & {
  list: MarketListName
  search?: string
  /** Actions of an empty list: show all markets, clear the search. */
  onAll: () => void
  onClear?: () => void
}

/** A market list with its head, and its loading, empty and error states. Needs `key={list}` to reset the order. */
export function MarketTable({ list, search = '', onAll, onClear, ...rows }: Props) {
  const [order, setOrder] = useState<MarketOrder>(defaultOrder(list))
  const markets = useAtomValue(watchedMarketsAtom)
  const find = useAtomValue(findMarketsAtom)
  const load = useSetAtom(loadMarketsAtom)
  const hasNone = useAtomValue(hasNoMarketsAtom)
  const failedLine = marketsText.failedLine[rows.variant === 'sheet' ? 'some' : 'all']
  if (markets.state === 'failed')
    return (
      <EmptyState icon="alert" title={marketsText.failed} line={markets.errorText ?? failedLine} isError>
        <Button size="small" onClick={() => void load()}>
          {appText.retry}
        </Button>
      </EmptyState>
    )
  if (hasNone) return <EmptyState icon="trade" {...marketsText.empty.all} />
  const found = find({ list, search, order })
  if (markets.state === 'ready' && found.length === 0) {
    if (search.trim() !== '') return <NotFound isAll={list === 'all'} onAll={onAll} onClear={onClear} />
    return list === 'favorites' ? <NoFavorites {...rows} /> : <EmptyList list={list} onAll={onAll} />
  }
  return (
    <>
      <MarketHead variant={rows.variant} hasStars={rows.hasStars} order={order} onOrder={setOrder} />
      {markets.state === 'loading' ? <Loading variant={rows.variant} /> : <MarketRows markets={found} {...rows} />}
    </>
  )
}

function Loading({ variant }: { variant: MarketRowsProps['variant'] }) {
  return (
    <div role="status" aria-label={marketsText.loading}>
      <SkeletonRows count={8} height={variant === 'page' ? 56 : 52} />
    </div>
  )
}

function NotFound({
  isAll,
  onAll,
  onClear,
}: {
  isAll: boolean
  onAll: () => void
  onClear?: (() => void) | undefined
}) {
  return (
    <EmptyState
      icon="search"
      title={isAll ? marketsText.none : marketsText.noneHere}
      line={isAll ? marketsText.noneLine : marketsText.noneHereLine}
    >
      <Button size="small" onClick={isAll ? onClear : onAll}>
        {isAll ? marketsText.clear : marketsText.searchEverywhere}
      </Button>
    </EmptyState>
  )
}

function EmptyList({ list, onAll }: { list: MarketListName; onAll: () => void }) {
  return (
    <EmptyState icon="trade" {...marketsText.empty[list]}>
      <Button size="small" onClick={onAll}>
        {marketsText.showAll}
      </Button>
    </EmptyState>
  )
}

/** Shows suggestions. */
function NoFavorites(rows: MarketRowsProps) {
  const suggested = useAtomValue(suggestedMarketsAtom)
  return (
    <>
      <EmptyState icon="star" {...marketsText.empty.favorites} />
      <h3 className={style.suggested}>{marketsText.suggested}</h3>
      <MarketRows markets={suggested} {...rows} hasStars />
    </>
  )
}
