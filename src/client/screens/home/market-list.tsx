import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { MarketTable } from '../../components/markets/market-table.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { sessionAtom } from '../../state/auth/session.ts'
import type { MarketListName } from '../../state/markets/market-sorting.ts'
import { homeText } from '../../text/home.ts'
import { marketsText } from '../../text/markets.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import style from './home-screen.module.css'

const LISTS = ['hot', 'gainers', 'losers', 'new', 'memes'] as const
const TABS = LISTS.map((value) => ({ value, name: marketsText[value] }))

export function MarketList() {
  const [list, choose] = useState<MarketListName>('hot')
  const isGuest = useAtomValue(sessionAtom).state === 'guest'
  const trade = useOpenTrade()
  return (
    <section className={style.markets} aria-labelledby="home-markets">
      <div className={style.marketsHead}>
        <h2 id="home-markets">{homeText.markets}</h2>
        <Link to={isGuest ? '/discover' : '/markets'}>
          {marketsText.seeAll}
          <Icon name="chevron-right" size={20} />
        </Link>
        <Tabs<MarketListName>
          className={style.tabs}
          label={homeText.markets}
          value={list}
          tabs={TABS}
          onChoose={choose}
          panel="home-market-rows"
        />
      </div>
      <div id="home-market-rows" role="tabpanel" aria-label={marketsText[list]}>
        <MarketTable
          key={list}
          list={list}
          variant="page"
          hasStars={false}
          onPick={trade}
          onAll={() => choose('hot')}
        />
      </div>
    </section>
  )
}
