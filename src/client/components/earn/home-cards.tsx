import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { SetUpCard } from '../desk/set-up-card.tsx'
import { EarnCard } from './earn-card.tsx'

/** The cards of the home page that are loaded after it. On a desk also the next protection. */
export function HomeCards() {
  const isWide = useWideScreen()
  return (
    <>
      <EarnCard />
      {isWide && <SetUpCard />}
    </>
  )
}
