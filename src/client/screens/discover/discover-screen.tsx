import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { LeaderCards } from '../../components/markets/leader-cards.tsx'
import { MarketTable } from '../../components/markets/market-table.tsx'
import type { MarketListName } from '../../state/markets/market-sorting.ts'
import { hasNoMarketsAtom, offeredMarketsAtom } from '../../state/markets/markets.ts'
import { appText } from '../../text/app.ts'
import { discoverText } from '../../text/discover.ts'
import { marketsText } from '../../text/markets.ts'
import { Chips } from '../../ui/chips.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import style from './discover-screen.module.css'

const CoinSheet = lazyPart(() => import('./coin-sheet.tsx'))

const LISTS = ['hot', 'new', 'gainers', 'losers', 'memes', 'favorites'] as const
const CHIPS = LISTS.map((value) => ({ value, name: marketsText[value] }))
const PANEL = 'discover-list'

/** Market lists, leaders and coin details. A search covers all markets. */
export default function DiscoverScreen() {
  const [search, setSearch] = useState('')
  const [chip, choose] = useState<MarketListName>('hot')
  const { shown, show, hide } = useShownCoin()
  const count = useAtomValue(offeredMarketsAtom).length
  const isOpenedToSearch = useLocation().state?.isSearching === true
  const isSearching = search.trim() !== ''
  const hasNoMarkets = useAtomValue(hasNoMarketsAtom)
  const list = isSearching ? 'all' : chip
  return (
    <div className={`page ${style.discover}`}>
      <h1 className="visually-hidden">{appText.nav.discover}</h1>
      <SearchField
        className={style.search}
        label={marketsText.searchAll(count)}
        value={search}
        onType={setSearch}
        autoFocus={isOpenedToSearch}
      />
      {!isSearching && !hasNoMarkets && (
        <>
          <Chips label={discoverText.chips} value={chip} options={CHIPS} onChoose={choose} panel={PANEL} />
          <LeaderCards onPick={({ pair }) => show(pair.id)} />
        </>
      )}
      <section id={PANEL} aria-label={marketsText[list]}>
        <MarketTable
          key={list}
          list={list}
          search={search}
          variant="page"
          hasStars={false}
          onPick={({ pair }) => show(pair.id)}
          onAll={() => choose('hot')}
          onClear={() => setSearch('')}
        />
      </section>
      {shown && (
        <Suspense fallback={null}>
          <CoinSheet key={shown.pair.id} market={shown} onClose={hide} />
        </Suspense>
      )}
    </div>
  )
}

/** The open coin is in the query string: it can be shared, and Back closes it. */
function useShownCoin() {
  const [params, setParams] = useSearchParams()
  const id = params.get('pair')
  const shown = useAtomValue(offeredMarketsAtom).find(({ pair }) => String(pair.id) === id)
  return {
    shown,
    show: (pair: number) => setParams({ pair: String(pair) }, { state: { keepsScroll: true } }),
    hide: () => setParams({}, { replace: true }),
  }
}
