import { useAtomValue, useSetAtom } from 'jotai'
import { availableAtom } from '../../atoms/balances.ts'
import { draftAtom } from '../../atoms/draft.ts'
import { checkAtom, slideAtom } from '../../atoms/order-form.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { unitsMoney } from '../../format/pair-numbers.ts'
import * as trade from '../../text/en-trade.ts'
import { PercentSlider } from '../../ui/percent-slider.tsx'

/** How much of what is available goes into the order. */
export function BalanceShare() {
  const draft = useAtomValue(draftAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const available = useAtomValue(availableAtom)
  const check = useAtomValue(checkAtom)
  const slide = useSetAtom(slideAtom)
  const spent = draft.side === 'buy' ? pair?.quote : pair?.base
  const owned = spent ? available(spent.id) : 0n
  const share = `${unitsMoney((owned * BigInt(draft.percent)) / 100n)} ${spent?.symbol ?? ''}`
  return (
    <PercentSlider
      label={trade.form.percent}
      percent={draft.percent}
      valueText={trade.form.percentValue(draft.percent, share)}
      onSlide={slide}
      isOff={check === undefined}
    />
  )
}
