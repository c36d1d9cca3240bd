import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { MarketListName } from '../../atoms/market-order.ts'
import { sessionAtom } from '../../atoms/session.ts'
import { MarketTable } from '../../markets/market-table.tsx'
import { useTrade } from '../../markets/use-trade.ts'
import { text } from '../../text/en.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const LISTS = ['hot', 'gainers', 'losers', 'new', 'memes'] as const
const TABS = LISTS.map((value) => ({ value, name: text.pairs[value] }))

export function MarketList() {
  const [list, choose] = useState<MarketListName>('hot')
  const isGuest = useAtomValue(sessionAtom).state === 'guest'
  const trade = useTrade()
  return (
    <section className="home-markets" aria-labelledby="home-markets">
      <div className="home-markets-top">
        <h2 id="home-markets">{text.home.markets}</h2>
        <Link to={isGuest ? '/discover' : '/markets'}>
          {text.pairs.seeAll}
          <Icon name="chevron-right" size={20} />
        </Link>
        <Tabs<MarketListName>
          label={text.home.markets}
          value={list}
          tabs={TABS}
          onChoose={choose}
          panel="home-market-rows"
        />
      </div>
      <div id="home-market-rows" role="tabpanel" aria-label={text.pairs[list]}>
        <MarketTable key={list} list={list} look="page" hasStars={false} onPick={trade} onAll={() => choose('hot')} />
      </div>
    </section>
  )
}
