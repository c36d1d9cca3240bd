import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { choosePairAtom } from '../../atoms/choose-pair.ts'
import { loadMarketsAtom, watchedMarketsAtom } from '../../atoms/pairs.ts'
import { priceWords } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { MarketRow } from '../../ui/market-row.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

export function MarketList() {
  return (
    <section className="home-markets" aria-labelledby="home-markets">
      <h2 id="home-markets">{text.home.markets}</h2>
      <div className="list-head" aria-hidden="true">
        <span>{text.pairs.pair}</span>
        <span>{text.pairs.price}</span>
        <span>{text.pairs.change}</span>
      </div>
      <Markets />
    </section>
  )
}

function Markets() {
  const markets = useAtomValue(watchedMarketsAtom)
  const load = useSetAtom(loadMarketsAtom)
  const choose = useSetAtom(choosePairAtom)
  const navigate = useNavigate()
  if (markets.state === 'loading') return <SkeletonRows count={8} height={56} />
  if (markets.state === 'failed')
    return (
      <Empty icon="alert" title={text.pairs.failed} line={text.pairs.failedLine} isTrouble>
        <Button size="small" onClick={() => void load()}>
          {text.retry}
        </Button>
      </Empty>
    )
  return (
    <ul className="rows">
      {markets.all.map(({ pair, view }) => (
        <li key={pair.id}>
          <MarketRow
            symbol={pair.symbol}
            name={pair.base.name}
            price={priceWords(pair, view.price)}
            percent={view.percent_change_24h}
            onPick={() => {
              choose(pair.id)
              navigate('/trade')
            }}
          />
        </li>
      ))}
    </ul>
  )
}
