import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { openOrdersAtom } from '../../atoms/orders.ts'
import { sessionAtom } from '../../atoms/session.ts'
import { text } from '../../text/en.ts'
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
    { value: 'open', name: text.orders.open(count) },
    { value: 'positions', name: text.orders.positions },
    { value: 'history', name: text.orders.history },
    { value: 'fills', name: text.orders.fills },
  ] as const
  return (
    <section className="orders-panel" aria-label={text.orders.label}>
      <Tabs<Tab> label={text.orders.label} value={tab} tabs={tabs} onChoose={setTab} panel="orders-panel" />
      <div id="orders-panel" role="tabpanel" aria-label={text.orders.label}>
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
  <Empty icon="book" title={text.orders.guest} line={text.orders.guestLine}>
    <ButtonLink to="/login" state={{ from: { pathname: '/trade' } }} size="small">
      {text.nav.logIn}
    </ButtonLink>
  </Empty>
)
