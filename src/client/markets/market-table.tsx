import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { findMarketsAtom, suggestedMarketsAtom } from '../atoms/market-lists.ts'
import { type MarketListName, type MarketOrder, orderOf } from '../atoms/market-order.ts'
import { loadMarketsAtom, watchedMarketsAtom } from '../atoms/pairs.ts'
import { text } from '../text/en.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { MarketHead } from './market-head.tsx'
import { MarketRows, type RowsLook } from './market-rows.tsx'

type Props = RowsLook & {
  list: MarketListName
  search?: string
  /** Away from a list without rows: to all markets, or to an empty search field. */
  onAll: () => void
  onClear?: () => void
}

/** A list of markets with its head, and what stands there while it has no rows. Its key is the list. */
export function MarketTable({ list, search = '', onAll, onClear, ...rows }: Props) {
  const [order, setOrder] = useState<MarketOrder>(orderOf(list))
  const markets = useAtomValue(watchedMarketsAtom)
  const find = useAtomValue(findMarketsAtom)
  const load = useSetAtom(loadMarketsAtom)
  if (markets.state === 'failed')
    return (
      <Empty icon="alert" title={markets.why ?? text.pairs.failedAll} line={text.pairs.failedLine} isTrouble>
        <Button size="small" onClick={() => void load()}>
          {text.retry}
        </Button>
      </Empty>
    )
  const found = find({ list, search, order })
  if (markets.state === 'ready' && found.length === 0) {
    if (search.trim() !== '') return <NotFound isAll={list === 'all'} onAll={onAll} onClear={onClear} />
    return list === 'favorites' ? <NoFavorites {...rows} /> : <Nothing list={list} onAll={onAll} />
  }
  return (
    <>
      <MarketHead look={rows.look} hasStars={rows.hasStars} order={order} onOrder={setOrder} />
      {markets.state === 'loading' ? <Loading look={rows.look} /> : <MarketRows markets={found} {...rows} />}
    </>
  )
}

function Loading({ look }: { look: RowsLook['look'] }) {
  return (
    <div role="status" aria-label={text.pairs.loading}>
      <SkeletonRows count={8} height={look === 'page' ? 56 : 52} />
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
    <Empty
      icon="search"
      title={isAll ? text.pairs.none : text.pairs.noneHere}
      line={isAll ? text.pairs.noneLine : text.pairs.noneHereLine}
    >
      <Button size="small" onClick={isAll ? onClear : onAll}>
        {isAll ? text.pairs.clear : text.pairs.searchEverywhere}
      </Button>
    </Empty>
  )
}

function Nothing({ list, onAll }: { list: MarketListName; onAll: () => void }) {
  return (
    <Empty icon="trade" {...text.pairs.empty[list]}>
      <Button size="small" onClick={onAll}>
        {text.pairs.showAll}
      </Button>
    </Empty>
  )
}

/** With some to begin with. */
function NoFavorites(rows: RowsLook) {
  const suggested = useAtomValue(suggestedMarketsAtom)
  return (
    <>
      <Empty icon="star" {...text.pairs.empty.favorites} />
      <h3 className="market-suggested">{text.pairs.suggested}</h3>
      <MarketRows markets={suggested} {...rows} hasStars />
    </>
  )
}
