import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { percentText } from '../../../../contract/markets/instruments.ts'
import ConfirmMarket from '../../../components/orders/confirm-market.tsx'
import { LargeOrderWarning } from '../../../components/orders/large-order-warning.tsx'
import { OrderWarning } from '../../../components/orders/order-warning.tsx'
import { Price } from '../../../components/price.tsx'
import { grouped, withDecimals } from '../../../format/numbers.ts'
import { plainTicks } from '../../../format/pair-numbers.ts'
import { smallPriceText } from '../../../format/small-price.ts'
import { midPrice } from '../../../state/book/book.ts'
import { bookAtom, selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { closeConfirmationAtom, confirmationAtom } from '../../../state/order-form/confirmation.ts'
import { placeOrderAtom } from '../../../state/order-form/place-order.ts'
import { draftAtom } from '../../../state/order-form/store.ts'
import { EXTREME_DEVIATION_PPM, HIGH_DEVIATION_PPM } from '../../../state/order-form/warnings.ts'
import { cancelAllAtom, cancelAllConfirmationAtom } from '../../../state/orders/cancel-order.ts'
import { appText } from '../../../text/app.ts'
import { tradeText } from '../../../text/trade.ts'
import { ButtonRow, SheetActions, SheetLine } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { FigureList } from '../../../ui/figure-list.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'

export default function Confirmations() {
  const confirmation = useAtomValue(confirmationAtom)
  const request = useAtomValue(cancelAllConfirmationAtom)
  if (request) return <ConfirmCancelAll />
  if (confirmation?.kind === 'market') return <ConfirmMarket />
  if (confirmation?.kind === 'limit') return <ConfirmLimit deviation={confirmation.deviation} />
  return null
}

/** Confirmation of a limit order with an unusual price or size; an extreme price needs a checkbox. */
function ConfirmLimit({ deviation }: { deviation: number }) {
  const draft = useAtomValue(draftAtom)
  const market = useAtomValue(selectedMarketAtom)
  const book = useAtomValue(bookAtom)
  const close = useSetAtom(closeConfirmationAtom)
  const placeOrder = useSetAtom(placeOrderAtom)
  const [isAccepted, accept] = useState(false)
  if (!market) return null
  const mid = book && midPrice(book)
  const side = draft.side === 'buy' ? tradeText.form.buy : tradeText.form.sell
  const pairText = draft.side === 'buy' ? tradeText.confirm.above : tradeText.confirm.below
  const price = grouped(draft.price)
  const [isHigh, isExtreme] = [deviation > HIGH_DEVIATION_PPM, deviation > EXTREME_DEVIATION_PPM]
  return (
    <Sheet title={isHigh ? tradeText.confirm.deviation : tradeText.confirm.large} close={appText.close} onClose={close}>
      {isHigh && (
        <OrderWarning level={isExtreme ? 'red' : 'amber'}>
          {tradeText.confirm.deviationLine(`${withDecimals(percentText(deviation), 2)}%`, pairText)}
        </OrderWarning>
      )}
      <LargeOrderWarning />
      <FigureList>
        <div>
          <dt>{tradeText.confirm.yourPrice}</dt>
          <dd>
            <Price text={price} />
          </dd>
        </div>
        {mid !== undefined && (
          <div>
            <dt>{tradeText.confirm.midPrice}</dt>
            <dd>
              <Price text={grouped(plainTicks(market.pair, mid))} />
            </dd>
          </div>
        )}
      </FigureList>
      {isExtreme && (
        <Checkbox checked={isAccepted} onChange={accept}>
          {tradeText.confirm.accept}
        </Checkbox>
      )}
      <SheetActions>
        <Button kind={draft.side} disabled={isExtreme && !isAccepted} onClick={() => void placeOrder()}>
          {tradeText.confirm.placeAnyway(side, market.pair.base.symbol, smallPriceText(price))}
        </Button>
      </SheetActions>
    </Sheet>
  )
}

function ConfirmCancelAll() {
  const [request, setRequest] = useAtom(cancelAllConfirmationAtom)
  const cancelAll = useSetAtom(cancelAllAtom)
  const market = useAtomValue(selectedMarketAtom)
  if (!request) return null
  const pairText = request.pair === 'all' ? '' : tradeText.confirm.onPair(market?.pair.symbol ?? '')
  return (
    <Sheet title={tradeText.confirm.cancelAll} close={appText.close} onClose={() => setRequest(undefined)}>
      <SheetLine>{tradeText.confirm.cancelAllLine(request.count, pairText)}</SheetLine>
      <SheetActions>
        <ButtonRow>
          <Button onClick={() => setRequest(undefined)}>{tradeText.confirm.keep}</Button>
          <Button kind="primary" onClick={() => void cancelAll(request.pair)}>
            {tradeText.confirm.cancelAll}
          </Button>
        </ButtonRow>
      </SheetActions>
    </Sheet>
  )
}
