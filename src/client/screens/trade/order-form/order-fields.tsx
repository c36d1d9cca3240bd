import { useAtomValue, useSetAtom } from 'jotai'
import { UNIT_DECIMALS } from '../../../contract/money.ts'
import { draftAtom } from '../../atoms/draft.ts'
import type { Field } from '../../atoms/order-draft.ts'
import { checkAtom, countInAtom, settleAtom, stepAtom, typeAtom } from '../../atoms/order-form.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { amountDecimals, priceDecimals } from '../../format/pair-numbers.ts'
import * as trade from '../../text/en-trade.ts'
import { Icon } from '../../ui/icon.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { BalanceShare } from './balance-share.tsx'

/** One field of the draft, with its own decimals and its own fault. */
function useField(field: Field) {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const draft = useAtomValue(draftAtom)
  const check = useAtomValue(checkAtom)
  const type = useSetAtom(typeAtom)
  const settle = useSetAtom(settleAtom)
  const decimals = { price: pair && priceDecimals(pair), amount: pair && amountDecimals(pair), total: UNIT_DECIMALS }
  return {
    value: draft[field],
    decimals: decimals[field] ?? UNIT_DECIMALS,
    isWrong: check !== undefined && !check.ok && check.field === field,
    onType: (typed: string) => type({ field, text: typed }),
    onSettle: () => settle(field),
  }
}

export function LimitFields() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const step = useSetAtom(stepAtom)
  return (
    <>
      <NumberField label={trade.form.priceIn(pair?.quote.symbol ?? '')} {...useField('price')}>
        <Stepper onStep={step} down={trade.form.stepDown} up={trade.form.stepUp} />
      </NumberField>
      <NumberField label={trade.form.amount} {...useField('amount')}>
        <span className="unit">{pair?.base.symbol}</span>
      </NumberField>
      <BalanceShare />
      <NumberField label={trade.form.total} {...useField('total')}>
        <span className="unit">{pair?.quote.symbol}</span>
      </NumberField>
    </>
  )
}

export function MarketFields() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const draft = useAtomValue(draftAtom)
  const countIn = useSetAtom(countInAtom)
  const isTotal = draft.by === 'total'
  const label = isTotal ? (draft.side === 'buy' ? trade.form.spend : trade.form.receive) : trade.form.amount
  return (
    <>
      <div className="number-field" data-off>
        <span className="number-field-label">{trade.form.price}</span>
        <span className="number-field-value">{trade.form.marketPrice}</span>
      </div>
      <NumberField key={draft.by} label={label} {...useField(draft.by)}>
        <label className="unit-select">
          <span className="unseen">{trade.form.unit('')}</span>
          <select value={draft.by} onChange={({ target }) => countIn(target.value === 'total' ? 'total' : 'amount')}>
            <option value="total">{pair?.quote.symbol}</option>
            <option value="amount">{pair?.base.symbol}</option>
          </select>
          <Icon name="chevron-down" size={16} />
        </label>
      </NumberField>
      <BalanceShare />
    </>
  )
}
