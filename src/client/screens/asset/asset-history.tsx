import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { clockAtom } from '../../atoms/clock.ts'
import { closedOrdersOf, ownFillsOf } from '../../atoms/order-history.ts'
import { fillWords, orderWords } from '../../atoms/own-words.ts'
import type { Market } from '../../atoms/pairs.ts'
import { amountsHiddenAtom } from '../../atoms/preferences.ts'
import { dayTime } from '../../format/times.ts'
import { text } from '../../text/en.ts'
import { asset as words } from '../../text/en-assets.ts'
import * as trade from '../../text/en-trade.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Tabs } from '../../ui/tabs.tsx'
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

const toTrade = (
  <ButtonLink to="/trade" size="small">
    {text.nav.trade}
  </ButtonLink>
)

function Orders({ markets }: Props) {
  const pair = onlyPair(markets)
  const { list, load, next } = closedOrdersOf.pair(pair)
  const [orders, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  return (
    <PagedRows
      list={orders}
      none={trade.orders.noneHistory}
      noneLine={trade.orders.noneHistoryLine}
      noneKey={toTrade}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {(items) => (
        <ul>
          {items.map((order) => {
            const market = markets.find((one) => one.pair.id === order.pair_id)
            if (!market) return null
            const said = orderWords(market, order)
            const line = `${said.line} · ${dayTime(order.updated_at, now)}`
            const figure = isHidden ? text.wallet.hidden : said.figure
            const named = pair === undefined ? order.pair_symbol : undefined
            return <PastRow key={order.uuid} {...said} figure={figure} line={line} pair={named} />
          })}
        </ul>
      )}
    </PagedRows>
  )
}

function Fills({ symbol, markets }: Props) {
  const { list, load, next } = ownFillsOf.pair(onlyPair(markets))
  const [fills, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  return (
    <PagedRows
      list={fills}
      none={trade.orders.noneFills}
      noneLine={trade.orders.noneFillsLine}
      noneKey={toTrade}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {(items) => (
        <ul>
          {items.map((fill) => {
            const market = markets.find((one) => one.pair.id === fill.pair_id)
            if (!market) return null
            const said = fillWords(market, fill, symbol)
            const line = dayTime(new Date(fill.time).toISOString(), now)
            const figure = isHidden ? text.wallet.hidden : said.figure
            const under = isHidden ? '' : said.under
            return <PastRow key={fill.trade_id} {...said} figure={figure} line={line} under={under} />
          })}
        </ul>
      )}
    </PagedRows>
  )
}
