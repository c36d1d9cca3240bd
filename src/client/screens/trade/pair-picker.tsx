import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { choosePairAtom } from '../../atoms/choose-pair.ts'
import { favoritesAtom, toggleFavoriteAtom } from '../../atoms/favorites.ts'
import { type MarketOrder, moversOf, sortMarkets } from '../../atoms/market-order.ts'
import { type Market, watchedMarketsAtom } from '../../atoms/pairs.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { priceWords, turnoverWords } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { MarketRow } from '../../ui/market-row.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SortKey } from '../../ui/sort-key.tsx'
import { StarKey } from '../../ui/star-key.tsx'
import { Tabs } from '../../ui/tabs.tsx'

type Tab = 'favorites' | 'all' | 'gainers' | 'losers'
const TABS = [
  { value: 'favorites', name: text.pairs.favorites },
  { value: 'all', name: text.pairs.all },
  { value: 'gainers', name: text.pairs.gainers },
  { value: 'losers', name: text.pairs.losers },
] as const

export default function PairPicker({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [tab, setTab] = useState<Tab>('all')
  const [order, setOrder] = useState<MarketOrder>({ by: 'none', isDown: false })
  const sortKey = (by: By, name: string) => (
    <SortKey
      name={name}
      hint={text.pairs.sortBy}
      way={order.by !== by ? undefined : order.isDown ? 'down' : 'up'}
      onPress={() => setOrder({ by, isDown: order.by === by ? !order.isDown : by !== 'name' })}
    />
  )
  return (
    <Sheet title={text.pairs.title} close={text.close} onClose={onClose} isTall>
      <SearchField label={text.pairs.search} value={search} onType={setSearch} />
      <Tabs label={text.pairs.title} value={tab} tabs={TABS} onChoose={setTab} />
      <div className="list-head picker-head">
        {sortKey('name', text.pairs.pair)}
        {sortKey('turnover', text.pairs.turnover)}
        {sortKey('price', text.pairs.price)}
        {sortKey('change', text.pairs.change)}
      </div>
      <Rows search={search} tab={tab} order={order} onAll={() => setTab('all')} onClose={onClose} />
    </Sheet>
  )
}

type By = Exclude<MarketOrder['by'], 'none'>
type RowsProps = { search: string; tab: Tab; order: MarketOrder; onAll: () => void; onClose: () => void }

function Rows({ search, tab, order, onAll, onClose }: RowsProps) {
  const markets = useAtomValue(watchedMarketsAtom)
  const favorites = useAtomValue(favoritesAtom)
  if (markets.state !== 'ready') return <SkeletonRows count={8} height={52} />
  const wanted = search.trim().toUpperCase()
  const found = inTab(markets.all, tab, favorites).filter(({ pair }) =>
    `${pair.symbol} ${pair.base.name}`.toUpperCase().includes(wanted),
  )
  if (found.length === 0 && tab === 'favorites' && wanted === '')
    return (
      <Empty icon="star" title={text.pairs.noFavorites} line={text.pairs.starOne}>
        <Button size="small" onClick={onAll}>
          {text.pairs.browse}
        </Button>
      </Empty>
    )
  if (found.length === 0 && wanted === '') return <NoMovers isUp={tab === 'gainers'} />
  if (found.length === 0) return <Empty icon="search" title={text.pairs.none} line={text.pairs.noneLine} />
  return (
    <ul className="rows picker-rows">
      {sortMarkets(found, order).map((market) => (
        <PickerRow key={market.pair.id} market={market} onClose={onClose} />
      ))}
    </ul>
  )
}

const NoMovers = ({ isUp }: { isUp: boolean }) => (
  <Empty icon="trade" title={isUp ? text.pairs.noGainers : text.pairs.noLosers} line={text.pairs.noMovers} />
)

function inTab(markets: readonly Market[], tab: Tab, favorites: readonly string[]): readonly Market[] {
  if (tab === 'favorites') return markets.filter(({ pair }) => favorites.includes(pair.symbol))
  return tab === 'all' ? markets : moversOf(markets, tab)
}

function PickerRow({ market: { pair, view }, onClose }: { market: Market; onClose: () => void }) {
  const isOn = useAtomValue(favoritesAtom).includes(pair.symbol)
  const current = useAtomValue(selectedMarketAtom)?.pair.id
  const toggle = useSetAtom(toggleFavoriteAtom)
  const choose = useSetAtom(choosePairAtom)
  return (
    <li data-current={current === pair.id || undefined}>
      <StarKey
        isOn={isOn}
        label={isOn ? text.pairs.removeStar(pair.symbol) : text.pairs.addStar(pair.symbol)}
        onPress={() => toggle(pair.symbol)}
      />
      <MarketRow
        symbol={pair.symbol}
        name={pair.base.name}
        price={priceWords(pair, view.price)}
        percent={view.percent_change_24h}
        turnover={turnoverWords(pair, view.turnover_24h)}
        isCurrent={current === pair.id}
        onPick={() => {
          choose(pair.id)
          onClose()
        }}
      />
    </li>
  )
}
