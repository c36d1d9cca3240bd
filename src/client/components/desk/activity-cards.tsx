import { OpenOrdersCard } from './open-orders-card.tsx'
import { RecentCard } from './recent-card.tsx'

/** Below the coins of the home page: what is open, and what happened last. */
const ActivityCards = () => (
  <>
    <OpenOrdersCard isOptional />
    <RecentCard />
  </>
)

export default ActivityCards
