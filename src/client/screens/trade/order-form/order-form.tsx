import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { draftAtom } from '../../atoms/draft.ts'
import { chooseTypeAtom, settleAtom, turnAtom } from '../../atoms/order-form.ts'
import { submitAtom } from '../../atoms/place-order.ts'
import * as words from '../../text/en-trade.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { LimitFields, MarketFields } from './order-fields.tsx'
import { OrderFigures } from './order-figures.tsx'
import { SubmitButton } from './submit-button.tsx'

const OrderOptions = lazy(() => import('./order-options.tsx'))

const SIDES = [
  { value: 'buy', name: words.form.buy },
  { value: 'sell', name: words.form.sell },
] as const

const TYPES = [
  { value: 'limit', name: words.form.limit },
  { value: 'market', name: words.form.market },
] as const

export function OrderForm() {
  const draft = useAtomValue(draftAtom)
  const turn = useSetAtom(turnAtom)
  const settle = useSetAtom(settleAtom)
  const submit = useSetAtom(submitAtom)
  const send = (event: FormEvent) => {
    event.preventDefault()
    settle('price')
    settle('amount')
    submit()
  }
  return (
    <form className="order-form" aria-label={words.form.title} onSubmit={send} autoComplete="off">
      <Segmented look="trade" label={words.form.side} value={draft.side} options={SIDES} onChoose={turn} />
      <TypeRow />
      {draft.type === 'limit' ? <LimitFields /> : <MarketFields />}
      <OrderFigures />
      <SubmitButton />
    </form>
  )
}

function TypeRow() {
  const draft = useAtomValue(draftAtom)
  const choose = useSetAtom(chooseTypeAtom)
  const [isOpen, setOpen] = useState(false)
  const isSpecial = draft.isPostOnly || draft.timeInForce !== 'GTC'
  return (
    <div className="type-row">
      <Tabs label={words.form.kind} value={draft.type} tabs={TYPES} onChoose={choose} />
      <IconButton
        label={words.form.options}
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
