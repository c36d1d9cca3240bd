import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { confirmationAtom } from '../../state/order-form/confirmation.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

const ConfirmMarket = lazyPart(() => import('./confirm-market.tsx'))

/** The confirmation of a buy that began outside of the trade screen, which has its own. */
export function BuyConfirmation() {
  const isAsked = useAtomValue(confirmationAtom)?.kind === 'market'
  return <Suspense fallback={null}>{isAsked && <ConfirmMarket />}</Suspense>
}
