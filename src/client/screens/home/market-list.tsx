import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { choosePairAtom } from '../../atoms/choose-pair.ts'
import { type Movers, moversOf } from '../../atoms/market-order.ts'
import { loadMarketsAtom, type Market, watchedMarketsAtom } from '../../atoms/pairs.ts'
import { compact, NONE } from '../../format/numbers.ts'
import { priceWords, turnoverWords } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { MarketRow } from '../../ui/market-row.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useWide } from '../../ui/use-wide.ts'

const TABS = [
  { value: 'hot', name: text.pairs.hot },
  { value: 'gainers', name: text.pairs.gainers },
  { value: 'losers', name: text.pairs.losers },
] as const

export function MarketList() {
  const [movers, choose] = useState<Movers>('hot')
  const isWide = useWide()
  return (
    <section className="home-markets" aria-labelledby="home-markets">
      <h2 id="home-markets">{text.home.markets}</h2>
      <Tabs<Movers> label={text.home.markets} value={movers} tabs={TABS} onChoose={choose} panel="home-market-rows" />
      <div className="list-head" data-wide={isWide || undefined} aria-hidden="true">
        <span>{isWide ? text.pairs.pair : `${text.pairs.pair}, ${text.day.turnover}`}</span>
        <span>{text.pairs.last}</span>
        <span>{text.pairs.price}</span>
        <span>{text.pairs.change}</span>
        <span>{text.pairs.turnover}</span>
      </div>
      <div id="home-market-rows" role="tabpanel" aria-label={text.home.markets}>
        <Markets movers={movers} />
      </div>
    </section>
  )
}

function Markets({ movers }: { movers: Movers }) {
  const markets = useAtomValue(watchedMarketsAtom)
  const load = useSetAtom(loadMarketsAtom)
  if (markets.state === 'loading') return <SkeletonRows count={8} height={56} />
  if (markets.state === 'failed')
    return (
      <Empty icon="alert" title={text.pairs.failed} line={text.pairs.failedLine} isTrouble>
        <Button size="small" onClick={() => void load()}>
          {text.retry}
        </Button>
      </Empty>
    )
  const shown = moversOf(markets.all, movers)
  if (shown.length === 0) {
    const title = movers === 'gainers' ? text.pairs.noGainers : text.pairs.noLosers
    return <Empty icon="trade" title={title} line={text.pairs.noMovers} />
  }
  return (
    <ul className="rows">
      {shown.map((market) => (
        <li key={market.pair.id}>
          <Row market={market} />
        </li>
      ))}
    </ul>
  )
}

function Row({ market: { pair, view } }: { market: Market }) {
  const isWide = useWide()
  const choose = useSetAtom(choosePairAtom)
  const navigate = useNavigate()
  const turnover = view.turnover_24h === null ? NONE : compact(view.turnover_24h)
  return (
    <MarketRow
      symbol={pair.symbol}
      name={pair.base.name}
      price={priceWords(pair, view.price)}
      percent={view.percent_change_24h}
      turnover={isWide ? turnover : turnoverWords(pair, view.turnover_24h)}
      prices={view.changes}
      isWide={isWide}
      onPick={() => {
        choose(pair.id)
        navigate('/trade')
      }}
    />
  )
}
