import { Suspense } from 'react'
import { DeskColumns, DeskPage } from '../../../components/desk/desk-page.tsx'
import { OpenOrdersCard } from '../../../components/desk/open-orders-card.tsx'
import { RecentCard } from '../../../components/desk/recent-card.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.tsx'
import { SmallPrint } from '../balance/small-print.tsx'
import { WalletBalance } from '../balance/wallet-balance.tsx'
import { AssetsSection } from './assets-section.tsx'
import style from './wallet-desk.module.css'

const SetUpCard = lazyPart(() =>
  import('../../../components/earn/earn-parts.ts').then((all) => ({ default: all.SetUpCard })),
)

/** On a desk: what the user has and what can be done with it on the left, what is open and what happened on the right. */
export const WalletDesk = () => (
  <DeskPage className={style.page}>
    <DeskColumns
      top={
        <>
          <WalletBalance />
          <AssetsSection />
          <SmallPrint />
        </>
      }
      side={
        <>
          <OpenOrdersCard />
          <RecentCard />
          <Suspense fallback={null}>
            <SetUpCard />
          </Suspense>
        </>
      }
    />
  </DeskPage>
)
