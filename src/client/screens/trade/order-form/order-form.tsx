import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, Suspense, useState } from 'react'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { chooseTypeAtom, normalizeFieldAtom, setSideAtom } from '../../../state/order-form/actions.ts'
import { submitAtom } from '../../../state/order-form/place-order.ts'
import { draftAtom } from '../../../state/order-form/store.ts'
import { tradeText } from '../../../text/trade.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { LimitFields, MarketFields } from './order-fields.tsx'
import { OrderFigures } from './order-figures.tsx'
import style from './order-form.module.css'
import { SubmitButton } from './submit-button.tsx'

const OrderOptions = lazyPart(() => import('./order-options.tsx'))

const SIDES = [
  { value: 'buy', name: tradeText.form.buy },
  { value: 'sell', name: tradeText.form.sell },
] as const

const TYPES = [
  { value: 'limit', name: tradeText.form.limit },
  { value: 'market', name: tradeText.form.market },
] as const

export function OrderForm() {
  const draft = useAtomValue(draftAtom)
  const hasMarket = useAtomValue(selectedMarketAtom) !== undefined
  const setSide = useSetAtom(setSideAtom)
  const settle = useSetAtom(normalizeFieldAtom)
  const submit = useSetAtom(submitAtom)
  const send = (event: FormEvent) => {
    event.preventDefault()
    settle('price')
    settle('amount')
    submit()
  }
  return (
    <form id="order-form" className={style.form} aria-label={tradeText.form.title} onSubmit={send} autoComplete="off">
      {/* The draft belongs to a market: without one, what the user enters would be lost. */}
      <fieldset className={style.controls} disabled={!hasMarket}>
        <Segmented
          variant="trade"
          label={tradeText.form.side}
          value={draft.side}
          options={SIDES}
          onChoose={setSide}
          className={style.sides}
        />
        <TypeRow />
        {draft.type === 'limit' ? <LimitFields /> : <MarketFields />}
        <OrderFigures />
        <div className={style.submit}>
          <SubmitButton />
        </div>
      </fieldset>
    </form>
  )
}

function TypeRow() {
  const draft = useAtomValue(draftAtom)
  const choose = useSetAtom(chooseTypeAtom)
  const [isOpen, setOpen] = useState(false)
  const isSpecial = draft.isPostOnly || draft.timeInForce !== 'GTC'
  return (
    <div className={style.typeRow}>
      <Tabs
        label={tradeText.form.kind}
        value={draft.type}
        tabs={TYPES}
        onChoose={choose}
        size="small"
        className={style.types}
      />
      <IconButton
        className={style.options}
        label={tradeText.form.options}
        aria-haspopup="dialog"
        data-special={isSpecial || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="settings" size={20} />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <OrderOptions onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
