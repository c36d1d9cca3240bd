import { useId, useState } from 'react'
import type { MarketListName } from '../../state/markets/market-sorting.ts'
import type { Market } from '../../state/markets/markets.ts'
import { marketsText } from '../../text/markets.ts'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import style from './market-browser.module.css'
import { MarketTable } from './market-table.tsx'

const LISTS = ['favorites', 'all', 'gainers', 'losers', 'new', 'memes'] as const
const TABS = LISTS.map((value) => ({ value, name: marketsText[value] }))

type Props = { variant: 'page' | 'sheet'; current?: number | undefined; onPick: (market: Market) => void }

/** All markets, with search, lists, sorting and favorites. */
export function MarketBrowser({ variant, current, onPick }: Props) {
  const [search, setSearch] = useState('')
  const [list, setList] = useState<MarketListName>('all')
  const panel = useId()
  return (
    <div className={style.browser} data-variant={variant}>
      <SearchField className={style.search} label={marketsText.search} value={search} onType={setSearch} />
      <Tabs<MarketListName>
        className={style.tabs}
        label={marketsText.title}
        value={list}
        tabs={TABS}
        onChoose={setList}
        panel={panel}
      />
      <div id={panel} role="tabpanel" aria-label={marketsText[list]}>
        <MarketTable
          key={list}
          list={list}
          search={search}
          variant={variant}
          hasStars
          current={current}
          onPick={onPick}
          onAll={() => setList('all')}
          onClear={() => setSearch('')}
        />
      </div>
    </div>
  )
}
