import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { UNIT_DECIMALS } from '../../../../contract/money.ts'
import { withDecimals } from '../../../format/numbers.ts'
import { amountDecimals, formatMoney, priceDecimals } from '../../../format/pair-numbers.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import {
  checkAtom,
  editFieldAtom,
  normalizeFieldAtom,
  setUnitAtom,
  stepPriceAtom,
} from '../../../state/order-form/actions.ts'
import type { Field } from '../../../state/order-form/edit.ts'
import { draftAtom, isPriceEditedAtom } from '../../../state/order-form/store.ts'
import { tradeText } from '../../../text/trade.ts'
import { FixedField, NumberField, Unit } from '../../../ui/form/number-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Stepper } from '../../../ui/form/stepper.tsx'
import { BalanceSlider } from './balance-slider.tsx'

/** Props of one field of the draft. */
function useField(field: Field) {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const draft = useAtomValue(draftAtom)
  const check = useAtomValue(checkAtom)
  const type = useSetAtom(editFieldAtom)
  const normalize = useSetAtom(normalizeFieldAtom)
  const [, setPriceEdited] = useAtom(isPriceEditedAtom)
  const decimals = {
    price: pair && priceDecimals(pair),
    amount: pair && amountDecimals(pair),
    total: pair?.quote.decimals,
  }
  const units = { price: pair?.quote.symbol, amount: pair?.base.symbol, total: pair?.quote.symbol }
  return {
    value: draft[field],
    unit: units[field],
    decimals: decimals[field] ?? UNIT_DECIMALS,
    placeholder: field === 'total' ? formatMoney('0') : withDecimals('0', decimals[field] ?? 2),
    isInvalid: check !== undefined && !check.ok && check.field === field,
    onType: (typed: string) => type({ field, text: typed }),
    onEnter: () => setPriceEdited(field === 'price'),
    onLeave: () => {
      setPriceEdited(false)
      normalize(field)
    },
  }
}

export function LimitFields() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const { by, total } = useAtomValue(draftAtom)
  const step = useSetAtom(stepPriceAtom)
  // One that follows from the amount has up to eight decimals.
  const cents = by === 'amount' && total !== '' ? formatMoney(total) : undefined
  return (
    <>
      <NumberField
        label={pair ? tradeText.form.priceIn(pair.quote.symbol) : tradeText.form.price}
        {...useField('price')}
      >
        <Stepper onStep={step} down={tradeText.form.stepDown} up={tradeText.form.stepUp} />
      </NumberField>
      <NumberField label={tradeText.form.amount} {...useField('amount')}>
        <Unit>{pair?.base.symbol}</Unit>
      </NumberField>
      <BalanceSlider />
      <NumberField label={tradeText.form.total} {...useField('total')} shown={cents}>
        <Unit>{pair?.quote.symbol}</Unit>
      </NumberField>
    </>
  )
}

export function MarketFields() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const draft = useAtomValue(draftAtom)
  const countIn = useSetAtom(setUnitAtom)
  const isTotal = draft.by === 'total'
  const label = isTotal ? (draft.side === 'buy' ? tradeText.form.spend : tradeText.form.receive) : tradeText.form.amount
  return (
    <>
      <FixedField label={tradeText.form.price} text={tradeText.form.marketPrice} />
      <NumberField key={draft.by} label={label} {...useField(draft.by)}>
        <Select
          look="unit"
          label={tradeText.form.unit}
          value={draft.by}
          onChoose={(unit) => countIn(unit === 'total' ? 'total' : 'amount')}
        >
          <option value="total">{pair?.quote.symbol}</option>
          <option value="amount">{pair?.base.symbol}</option>
        </Select>
      </NumberField>
      <BalanceSlider />
    </>
  )
}
