import { useId, useState } from 'react'
import type { MarketListName } from '../atoms/market-order.ts'
import type { Market } from '../atoms/pairs.ts'
import { text } from '../text/en.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { MarketTable } from './market-table.tsx'

const LISTS = ['favorites', 'all', 'gainers', 'losers', 'new', 'memes'] as const
const TABS = LISTS.map((value) => ({ value, name: text.pairs[value] }))

type Props = { look: 'page' | 'sheet'; current?: number | undefined; onPick: (market: Market) => void }

/** Every market: searched, listed, sorted, starred. */
export function MarketBrowser({ look, current, onPick }: Props) {
  const [search, setSearch] = useState('')
  const [list, choose] = useState<MarketListName>('all')
  const panel = useId()
  return (
    <div className="market-browser">
      <SearchField label={text.pairs.search} value={search} onType={setSearch} />
      <Tabs<MarketListName> label={text.pairs.title} value={list} tabs={TABS} onChoose={choose} panel={panel} />
      <div id={panel} role="tabpanel" aria-label={text.pairs[list]}>
        <MarketTable
          key={list}
          list={list}
          search={search}
          look={look}
          hasStars
          current={current}
          onPick={onPick}
          onAll={() => choose('all')}
          onClear={() => setSearch('')}
        />
      </div>
    </div>
  )
}
