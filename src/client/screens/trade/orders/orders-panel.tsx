import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { PartBoundary } from '../../../components/part-boundary.tsx'
import { sessionAtom } from '../../../state/auth/session.ts'
import { openOrdersAtom } from '../../../state/orders/open-orders.ts'
import { appText } from '../../../text/app.ts'
import { tradeText } from '../../../text/trade.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import style from './orders-panel.module.css'

const OpenOrders = lazyPart(() => import('./open-orders-list.tsx'))
const OrderHistoryList = lazyPart(() => import('./order-history-list.tsx'))
const FillList = lazyPart(() => import('./fill-list.tsx'))
const Positions = lazyPart(() => import('./positions-list.tsx'))

type Tab = 'open' | 'positions' | 'history' | 'fills'

export function OrdersPanel() {
  const [tab, setTab] = useState<Tab>('open')
  const session = useAtomValue(sessionAtom)
  const count = useAtomValue(openOrdersAtom)?.length ?? 0
  const tabs = [
    { value: 'open', name: tradeText.orders.open(count) },
    { value: 'positions', name: tradeText.orders.positions },
    { value: 'history', name: tradeText.orders.history },
    { value: 'fills', name: tradeText.orders.fills },
  ] as const
  return (
    <section className={style.panel} aria-label={tradeText.orders.label}>
      <Tabs<Tab>
        label={tradeText.orders.label}
        value={tab}
        tabs={tabs}
        onChoose={setTab}
        panel="orders-panel"
        size="small"
        className={style.tabs}
      />
      <div id="orders-panel" role="tabpanel" aria-label={tradeText.orders.label}>
        {session.state === 'guest' ? (
          <GuestNotice />
        ) : (
          <PartBoundary key={tab} loading={<SkeletonRows count={3} height={64} />}>
            <Panel tab={tab} />
          </PartBoundary>
        )}
      </div>
    </section>
  )
}

function Panel({ tab }: { tab: Tab }) {
  switch (tab) {
    case 'open':
      return <OpenOrders />
    case 'positions':
      return <Positions />
    case 'history':
      return <OrderHistoryList />
    case 'fills':
      return <FillList />
  }
}

const GuestNotice = () => (
  <EmptyState icon="book" title={tradeText.orders.guest} line={tradeText.orders.guestLine}>
    <ButtonLink to="/login" state={{ from: { pathname: '/trade' } }} size="small">
      {appText.nav.logIn}
    </ButtonLink>
  </EmptyState>
)
