import './discover.css'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { MarketListName } from '../../atoms/market-order.ts'
import { allMarketsAtom } from '../../atoms/pairs.ts'
import { LeaderCards } from '../../markets/leader-cards.tsx'
import { MarketTable } from '../../markets/market-table.tsx'
import { text } from '../../text/en.ts'
import { coin as words } from '../../text/en-discover.ts'
import { Chips } from '../../ui/chips.tsx'
import { SearchField } from '../../ui/search-field.tsx'

const CoinSheet = lazy(() => import('./coin-sheet.tsx'))

const LISTS = ['hot', 'new', 'gainers', 'losers', 'memes', 'favorites'] as const
const CHIPS = LISTS.map((value) => ({ value, name: text.pairs[value] }))
const PANEL = 'discover-list'

/** What there is, and what each coin is. A search looks through all of it. */
export default function DiscoverScreen() {
  const [search, setSearch] = useState('')
  const [chip, choose] = useState<MarketListName>('hot')
  const { shown, show, hide } = useShownCoin()
  const count = useAtomValue(allMarketsAtom).length
  const isSearching = search.trim() !== ''
  const list = isSearching ? 'all' : chip
  return (
    <div className="page discover">
      <h1 className="unseen">{text.nav.discover}</h1>
      <SearchField label={text.pairs.searchAll(count)} value={search} onType={setSearch} />
      {!isSearching && (
        <>
          <Chips label={words.chips} value={chip} options={CHIPS} onChoose={choose} panel={PANEL} />
          <LeaderCards onPick={({ pair }) => show(pair.id)} />
        </>
      )}
      <section id={PANEL} aria-label={text.pairs[list]}>
        <MarketTable
          key={list}
          list={list}
          search={search}
          look="page"
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

/** In the address, so that it can be sent to somebody, and Back closes it. */
function useShownCoin() {
  const [params, setParams] = useSearchParams()
  const id = params.get('pair')
  const shown = useAtomValue(allMarketsAtom).find(({ pair }) => String(pair.id) === id)
  return {
    shown,
    show: (pair: number) => setParams({ pair: String(pair) }),
    hide: () => setParams({}, { replace: true }),
  }
}
