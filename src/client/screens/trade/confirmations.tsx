import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { percentText } from '../../../contract/catalogue.ts'
import { midPrice } from '../../atoms/book.ts'
import { cancelAllAskedAtom, cancelAllAtom } from '../../atoms/cancel-order.ts'
import { draftAtom } from '../../atoms/draft.ts'
import { FAR_PPM, TOO_FAR_PPM } from '../../atoms/order-guards.ts'
import { closeConfirmationAtom, confirmationAtom, placeOrderAtom } from '../../atoms/place-order.ts'
import { bookAtom, selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { grouped, withDecimals } from '../../format/numbers.ts'
import { ticksPlain } from '../../format/pair-numbers.ts'
import { smallPriceText } from '../../format/small-price.ts'
import { text } from '../../text/en.ts'
import * as trade from '../../text/en-trade.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Price } from '../../ui/price.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ConfirmMarket } from './confirm-market.tsx'
import { StakeWarning } from './stake-warning.tsx'

export default function Confirmations() {
  const confirmation = useAtomValue(confirmationAtom)
  const asked = useAtomValue(cancelAllAskedAtom)
  if (asked) return <ConfirmCancelAll />
  if (confirmation?.kind === 'market') return <ConfirmMarket />
  if (confirmation?.kind === 'limit') return <ConfirmLimit deviation={confirmation.deviation} />
  return null
}

/** A limit price far on the wrong side of the market is asked about; very far must be ticked. So is a large order. */
function ConfirmLimit({ deviation }: { deviation: number }) {
  const draft = useAtomValue(draftAtom)
  const market = useAtomValue(selectedMarketAtom)
  const book = useAtomValue(bookAtom)
  const close = useSetAtom(closeConfirmationAtom)
  const place = useSetAtom(placeOrderAtom)
  const [isAccepted, accept] = useState(false)
  if (!market) return null
  const mid = book && midPrice(book)
  const side = draft.side === 'buy' ? trade.form.buy : trade.form.sell
  const where = draft.side === 'buy' ? trade.confirm.above : trade.confirm.below
  const price = grouped(draft.price)
  const [isFar, isExtreme] = [deviation > FAR_PPM, deviation > TOO_FAR_PPM]
  return (
    <Sheet title={isFar ? trade.confirm.deviation : trade.confirm.large} close={text.close} onClose={close}>
      {isFar && (
        <p className="warning" data-level={isExtreme ? 'red' : 'amber'}>
          {trade.confirm.deviationLine(`${withDecimals(percentText(deviation), 2)}%`, where)}
        </p>
      )}
      <StakeWarning />
      <dl className="confirm-figures">
        <div>
          <dt>{trade.confirm.yourPrice}</dt>
          <dd>
            <Price words={price} />
          </dd>
        </div>
        {mid !== undefined && (
          <div>
            <dt>{trade.confirm.midPrice}</dt>
            <dd>
              <Price words={grouped(ticksPlain(market.pair, mid))} />
            </dd>
          </div>
        )}
      </dl>
      {isExtreme && (
        <Checkbox checked={isAccepted} onChange={accept}>
          {trade.confirm.accept}
        </Checkbox>
      )}
      <Button
        kind={draft.side}
        className="sheet-button"
        disabled={isExtreme && !isAccepted}
        onClick={() => void place()}
      >
        {trade.confirm.placeAnyway(side, market.pair.base.symbol, smallPriceText(price))}
      </Button>
    </Sheet>
  )
}

function ConfirmCancelAll() {
  const [asked, ask] = useAtom(cancelAllAskedAtom)
  const cancelAll = useSetAtom(cancelAllAtom)
  const market = useAtomValue(selectedMarketAtom)
  if (!asked) return null
  const where = asked.pair === 'all' ? '' : trade.confirm.onPair(market?.pair.symbol ?? '')
  return (
    <Sheet title={trade.confirm.cancelAll} close={text.close} onClose={() => ask(undefined)}>
      <p className="sheet-line">{trade.confirm.cancelAllLine(asked.count, where)}</p>
      <div className="key-row sheet-button">
        <Button onClick={() => ask(undefined)}>{trade.confirm.keep}</Button>
        <Button kind="primary" onClick={() => void cancelAll(asked.pair)}>
          {trade.confirm.cancelAll}
        </Button>
      </div>
    </Sheet>
  )
}
