import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { openOrdersAtom } from '../../atoms/orders.ts'
import { sessionAtom } from '../../atoms/session.ts'
import { text } from '../../text/en.ts'
import * as trade from '../../text/en-trade.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const OpenOrders = lazy(() => import('./open-orders.tsx'))
const OrderHistoryList = lazy(() => import('./order-history-list.tsx'))
const FillList = lazy(() => import('./fill-list.tsx'))
const Positions = lazy(() => import('./positions.tsx'))

type Tab = 'open' | 'positions' | 'history' | 'fills'

export function OrdersPanel() {
  const [tab, setTab] = useState<Tab>('open')
  const session = useAtomValue(sessionAtom)
  const count = useAtomValue(openOrdersAtom)?.length ?? 0
  const tabs = [
    { value: 'open', name: trade.orders.open(count) },
    { value: 'positions', name: trade.orders.positions },
    { value: 'history', name: trade.orders.history },
    { value: 'fills', name: trade.orders.fills },
  ] as const
  return (
    <section className="orders-panel" aria-label={trade.orders.label}>
      <Tabs<Tab> label={trade.orders.label} value={tab} tabs={tabs} onChoose={setTab} panel="orders-panel" />
      <div id="orders-panel" role="tabpanel" aria-label={trade.orders.label}>
        {session.state === 'guest' ? (
          <ForGuests />
        ) : (
          <Suspense fallback={<SkeletonRows count={3} height={64} />}>
            <Panel tab={tab} />
          </Suspense>
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

const ForGuests = () => (
  <Empty icon="book" title={trade.orders.guest} line={trade.orders.guestLine}>
    <ButtonLink to="/login" state={{ from: { pathname: '/trade' } }} size="small">
      {text.nav.logIn}
    </ButtonLink>
  </Empty>
)
