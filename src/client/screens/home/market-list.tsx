import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { MarketTable } from '../../components/markets/market-table.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { sessionAtom } from '../../state/auth/session.ts'
import type { MarketListName } from '../../state/markets/market-sorting.ts'
import { appText } from '../../text/app.ts'
import { homeText } from '../../text/home.ts'
import { marketsText } from '../../text/markets.ts'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './home-screen.module.css'

const LISTS = ['hot', 'gainers', 'losers', 'new', 'memes'] as const
const TABS = LISTS.map((value) => ({ value, name: marketsText[value] }))

/** A desk searches all markets here. On a phone Discover has no tab: its search is opened from here. */
export function MarketList() {
  const [list, setList] = useState<MarketListName>('hot')
  const [search, setSearch] = useState('')
  const isWide = useWideScreen()
  const shown = isWide && search.trim() !== '' ? 'all' : list
  const choose = (chosen: MarketListName) => {
    setList(chosen)
    setSearch('')
  }
  const isGuest = useAtomValue(sessionAtom).state === 'guest'
  const trade = useOpenTrade()
  return (
    <section className={style.markets} aria-labelledby="home-markets">
      <div className={style.marketsHead}>
        <h2 id="home-markets" className="visually-hidden">
          {homeText.markets}
        </h2>
        <Tabs<MarketListName>
          className={style.tabs}
          label={homeText.markets}
          value={list}
          tabs={TABS}
          onChoose={choose}
          panel="home-market-rows"
        />
        {isWide ? (
          <SearchField className={style.field} label={marketsText.search} value={search} onType={setSearch} />
        ) : (
          <Link
            to={pages.discover}
            state={{ isSearching: true }}
            className={style.search}
            aria-label={appText.nav.searchCoins}
          >
            <Icon name="search" size={20} />
          </Link>
        )}
      </div>
      <div id="home-market-rows" role="tabpanel" aria-label={marketsText[shown]}>
        <MarketTable
          key={shown}
          list={shown}
          search={isWide ? search : ''}
          variant="page"
          hasStars={false}
          onPick={trade}
          onAll={() => choose('hot')}
          onClear={() => setSearch('')}
        />
      </div>
      <Link to={isGuest ? pages.discover : pages.markets} className={style.all}>
        {marketsText.seeAll}
        <Icon name="chevron-right" size={20} />
      </Link>
    </section>
  )
}
