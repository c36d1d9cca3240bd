import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { sessionAtom } from '../../state/auth/session.ts'
import type { Market } from '../../state/markets/markets.ts'
import { assetsText } from '../../text/assets.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { BuyConfirmation } from './buy-confirmation.tsx'

const BuySheet = lazyPart(() => import('./buy-sheet.tsx'))

/** Opens a sheet that buys the coin; guests sign up first, and return. Nothing while the pair is paused. */
export function BuyButton({ market }: { market: Market }) {
  const [isOpen, setOpen] = useState(false)
  const isGuest = useAtomValue(sessionAtom).state === 'guest'
  const from = useLocation()
  const { base, rules } = market.pair
  if (rules.status !== 'trading') return null
  if (isGuest)
    return (
      <ButtonLink to="/register" kind="buy" state={{ from }}>
        {assetsText.quickBuy.signUp(base.symbol)}
      </ButtonLink>
    )
  return (
    <>
      <Button kind="buy" onClick={() => setOpen(true)}>
        {assetsText.quickBuy.title(base.symbol)}
      </Button>
      <Suspense fallback={null}>{isOpen && <BuySheet market={market} onClose={() => setOpen(false)} />}</Suspense>
      <BuyConfirmation />
    </>
  )
}
