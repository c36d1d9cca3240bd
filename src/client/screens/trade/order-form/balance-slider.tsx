import { useAtomValue, useSetAtom } from 'jotai'
import { type Units, ZERO } from '../../../../contract/money.ts'
import { formatUnitsMoney } from '../../../format/pair-numbers.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { checkAtom, setPercentAtom } from '../../../state/order-form/actions.ts'
import { draftAtom } from '../../../state/order-form/store.ts'
import { availableAtom } from '../../../state/portfolio/balances.ts'
import { tradeText } from '../../../text/trade.ts'
import { PercentSlider } from '../../../ui/form/percent-slider.tsx'
import style from './balance-slider.module.css'

/** The share of the available balance that the order uses. */
export function BalanceSlider() {
  const draft = useAtomValue(draftAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const available = useAtomValue(availableAtom)
  const check = useAtomValue(checkAtom)
  const setPercent = useSetAtom(setPercentAtom)
  const spent = draft.side === 'buy' ? pair?.quote : pair?.base
  const balance = spent ? available(spent.id) : ZERO
  const share = `${formatUnitsMoney(((balance * BigInt(draft.percent)) / 100n) as Units)} ${spent?.symbol ?? ''}`
  return (
    <PercentSlider
      className={style.slider}
      label={tradeText.form.percent}
      percent={draft.percent}
      valueText={tradeText.form.percentValue(draft.percent, share)}
      onSlide={setPercent}
      isOff={check === undefined}
    />
  )
}
