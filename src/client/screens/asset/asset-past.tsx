import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { clockAtom } from '../../atoms/clock.ts'
import { closedOrders, ownFills } from '../../atoms/order-history.ts'
import { fillWords, orderWords } from '../../atoms/own-words.ts'
import type { Market } from '../../atoms/pairs.ts'
import { amountsHiddenAtom } from '../../atoms/preferences.ts'
import { dayTime } from '../../format/times.ts'
import { text } from '../../text/en.ts'
import { asset as words } from '../../text/en-assets.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { PastList } from './past-list.tsx'
import { PastRow } from './past-row.tsx'

type Props = { symbol: string; markets: readonly Market[] }

const TABS = [
  { value: 'orders', name: words.orders },
  { value: 'fills', name: words.fills },
] as const

/** Of one market the exchange tells its own past; of several, all there is. */
const onlyPair = (markets: readonly Market[]) => (markets.length === 1 ? markets[0]?.pair.id : undefined)

export function AssetPast(props: Props) {
  const [tab, choose] = useState<'orders' | 'fills'>('orders')
  return (
    <section aria-labelledby="asset-past">
      <h2 id="asset-past">{words.history}</h2>
      <Tabs label={words.history} value={tab} tabs={TABS} onChoose={choose} panel="asset-past-list" />
      <div id="asset-past-list" role="tabpanel" aria-label={words.history}>
        {tab === 'orders' ? <Orders {...props} /> : <Fills {...props} />}
      </div>
    </section>
  )
}

function Orders({ markets }: Props) {
  const pair = onlyPair(markets)
  const [orders, ask] = useAtom(useMemo(() => closedOrders(pair), [pair]))
  const now = useAtomValue(clockAtom)
  return (
    <PastList
      list={orders}
      empty={{ title: words.noOrders, line: words.noOrdersLine }}
      failed={words.failedOrders}
      onAsk={(verb) => void ask(verb)}
    >
      {(order) => {
        const market = markets.find((one) => one.pair.id === order.pair_id)
        if (!market) return null
        const said = orderWords(market, order)
        const time = `${said.line} · ${dayTime(order.updated_at, now)}`
        return <PastRow key={order.uuid} {...said} line={time} pair={pair ? undefined : order.pair_symbol} />
      }}
    </PastList>
  )
}

function Fills({ symbol, markets }: Props) {
  const pair = onlyPair(markets)
  const [fills, ask] = useAtom(useMemo(() => ownFills(pair), [pair]))
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  return (
    <PastList
      list={fills}
      empty={{ title: words.noFills, line: words.noFillsLine }}
      failed={words.failedFills}
      onAsk={(verb) => void ask(verb)}
    >
      {(fill) => {
        const market = markets.find((one) => one.pair.id === fill.pair_id)
        if (!market) return null
        const said = fillWords(market, fill, symbol)
        const time = dayTime(new Date(fill.time).toISOString(), now)
        const figure = isHidden ? text.wallet.hidden : said.figure
        return <PastRow key={`${fill.trade_id} ${fill.order_uuid}`} {...said} figure={figure} line={time} />
      }}
    </PastList>
  )
}
