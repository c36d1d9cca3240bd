import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { historyPath } from '../../components/money-paths.ts'
import { PagedRows } from '../../components/paged-rows.tsx'
import { dayTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { amountsHiddenAtom } from '../../state/app/preferences.ts'
import type { Market } from '../../state/markets/markets.ts'
import { fillText, orderText } from '../../state/orders/history-text.ts'
import { closedOrdersOf, ownFillsOf } from '../../state/orders/order-history.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { tradeText } from '../../text/trade.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import style from './asset-screen.module.css'
import { HistoryRow } from './history-row.tsx'

const text = assetsText.asset

type Props = { symbol: string; currency: number; markets: readonly Market[] }

const TABS = [
  { value: 'orders', name: text.orders },
  { value: 'fills', name: text.fills },
] as const

/** With one market its own lists are queried, with several the lists of all pairs. */
const onlyPair = (markets: readonly Market[]) => (markets.length === 1 ? markets[0]?.pair.id : undefined)

export function AssetHistory(props: Props) {
  const { currency } = props
  const [tab, choose] = useState<'orders' | 'fills'>('orders')
  return (
    <section aria-labelledby="asset-history">
      <div className={style.historyHead}>
        <h2 id="asset-history">{text.history}</h2>
        <Link to={historyPath('deposit', currency)}>
          {text.transactions}
          <Icon name="chevron-right" size={16} />
        </Link>
      </div>
      {props.markets.length > 0 && (
        <>
          <Tabs
            className={style.tabs}
            label={text.history}
            value={tab}
            tabs={TABS}
            onChoose={choose}
            panel="asset-history-list"
          />
          <div id="asset-history-list" role="tabpanel" aria-label={text.history}>
            {tab === 'orders' ? <Orders {...props} /> : <Fills {...props} />}
          </div>
        </>
      )}
    </section>
  )
}

const toTrade = (
  <ButtonLink to="/trade" size="small">
    {appText.nav.trade}
  </ButtonLink>
)

function Orders({ symbol, markets }: Props) {
  const pair = onlyPair(markets)
  const { list, load, next } = closedOrdersOf(pair)
  const [orders, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  return (
    <PagedRows
      list={orders}
      emptyTitle={tradeText.orders.noneHistory}
      emptyLine={tradeText.orders.noneHistoryLine}
      emptyAction={toTrade}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {(items) => (
        <ul>
          {items.map((order) => {
            const market = markets.find((one) => one.pair.id === order.pair_id)
            if (!market) return null
            const row = orderText(market, order, symbol)
            const line = `${row.line} · ${dayTime(order.updated_at, now)}`
            const figure = isHidden ? assetsText.wallet.hidden : row.figure
            const named = pair === undefined ? order.pair_symbol : undefined
            return <HistoryRow key={order.uuid} {...row} figure={figure} line={line} pair={named} />
          })}
        </ul>
      )}
    </PagedRows>
  )
}

function Fills({ symbol, markets }: Props) {
  const { list, load, next } = ownFillsOf(onlyPair(markets))
  const [fills, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  return (
    <PagedRows
      list={fills}
      emptyTitle={tradeText.orders.noneFills}
      emptyLine={tradeText.orders.noneFillsLine}
      emptyAction={toTrade}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {(items) => (
        <ul>
          {items.map((fill) => {
            const market = markets.find((one) => one.pair.id === fill.pair_id)
            if (!market) return null
            const row = fillText(market, fill, symbol)
            const line = dayTime(new Date(fill.time).toISOString(), now)
            const figure = isHidden ? assetsText.wallet.hidden : row.figure
            const under = isHidden ? '' : row.under
            return <HistoryRow key={fill.trade_id} {...row} figure={figure} line={line} under={under} />
          })}
        </ul>
      )}
    </PagedRows>
  )
}
