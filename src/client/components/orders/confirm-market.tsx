import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { lotText, type Pair, percentText, quantityText } from '../../../contract/markets/instruments.ts'
import { formatUnits, minus } from '../../../contract/money.ts'
import { DEFAULT_SLIPPAGE } from '../../../contract/orders/parse-order.ts'
import { grouped, withDecimals } from '../../format/numbers.ts'
import { formatUnitsExact, formatUnitsMoney, plainTicks } from '../../format/pair-numbers.ts'
import { confirmOnlyAboveAtom } from '../../state/app/preferences.ts'
import { slippageOf, type Walk } from '../../state/book/levels.ts'
import { bookAtom, selectedMarketAtom } from '../../state/book/selected-pair.ts'
import { checkAtom, marketWalkAtom } from '../../state/order-form/actions.ts'
import { averagePriceText } from '../../state/order-form/average-price-text.ts'
import { closeConfirmationAtom } from '../../state/order-form/confirmation.ts'
import { totalOf } from '../../state/order-form/edit.ts'
import { estimateAtom, type OrderEstimate } from '../../state/order-form/estimate.ts'
import { placeOrderAtom } from '../../state/order-form/place-order.ts'
import { hasJumpedAtom, onQuotedPriceAtom, quotedPriceAtom } from '../../state/order-form/price-jump.ts'
import { draftAtom } from '../../state/order-form/store.ts'
import { HIGH_DEVIATION_PPM, SLIPPAGE_WARNING_PPM } from '../../state/order-form/warnings.ts'
import { appText } from '../../text/app.ts'
import { tradeText } from '../../text/trade.ts'
import { SheetActions, SheetFoot, SheetLine } from '../../ui/actions.tsx'
import { FigureList } from '../../ui/figure-list.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { useOnChange } from '../../ui/use-on-change.ts'
import { CoinIcon } from '../coins/coin-icon.tsx'
import { CommitButton } from '../commit-button.tsx'
import { Price } from '../price.tsx'
import style from './confirm-market.module.css'
import { FillBar } from './fill-bar.tsx'
import { LargeOrderWarning } from './large-order-warning.tsx'
import { OrderWarning } from './order-warning.tsx'
import { Slippage } from './slippage.tsx'

/** Confirmation of a market order, with an estimate from the current book. */
export default function ConfirmMarket() {
  const draft = useAtomValue(draftAtom)
  const walk = useAtomValue(marketWalkAtom)
  const estimate = useAtomValue(estimateAtom)
  const close = useSetAtom(closeConfirmationAtom)
  const isLoaded = useAtomValue(bookAtom) !== undefined
  useOnChange(useAtomValue(quotedPriceAtom), useSetAtom(onQuotedPriceAtom))
  const side = draft.side === 'buy' ? tradeText.form.buy : tradeText.form.sell
  return (
    <Sheet title={tradeText.confirm.market(side)} close={appText.close} onClose={close}>
      {walk && estimate ? (
        <Summary walk={walk} estimate={estimate} />
      ) : isLoaded ? (
        <EmptyState icon="book" title={tradeText.form.noLiquidity} line={tradeText.book.empty} />
      ) : (
        <SkeletonRows count={6} height={36} />
      )}
    </Sheet>
  )
}

function Summary({ walk, estimate }: { walk: Walk; estimate: OrderEstimate }) {
  const draft = useAtomValue(draftAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const check = useAtomValue(checkAtom)
  const placeOrder = useSetAtom(placeOrderAtom)
  const [onlyAbove, setOnlyAbove] = useAtom(confirmOnlyAboveAtom)
  const [isSkipChosen, setSkipChosen] = useState(onlyAbove)
  const [isAccepted, accept] = useState(false)
  const hasJumped = useAtomValue(hasJumpedAtom)
  if (!pair) return null
  const slippage = slippageOf(pair, walk)
  const level =
    walk.isShort || slippage > HIGH_DEVIATION_PPM ? 'red' : slippage > SLIPPAGE_WARNING_PPM ? 'amber' : undefined
  const isBuy = draft.side === 'buy'
  const label = isBuy
    ? tradeText.confirm.buyFor(pair.base.symbol, `${formatUnitsMoney(estimate.cost)} ${pair.quote.symbol}`)
    : tradeText.confirm.sellAmount(`${grouped(quantityText(pair, estimate.quantity))} ${pair.base.symbol}`)
  return (
    <>
      <div className={style.summary} data-moved={hasJumped || undefined}>
        <SummaryFigures walk={walk} estimate={estimate} level={level} />
      </div>
      <Rest pair={pair} walk={walk} />
      <FillBar pair={pair} side={draft.side} walk={walk} />
      {level && (
        <OrderWarning level={level}>{walk.isShort ? tradeText.confirm.short : tradeText.confirm.high}</OrderWarning>
      )}
      <LargeOrderWarning />
      {level === 'red' ? (
        <Checkbox checked={isAccepted} onChange={accept}>
          {tradeText.confirm.accept}
        </Checkbox>
      ) : (
        <Checkbox checked={isSkipChosen} onChange={setSkipChosen}>
          {tradeText.confirm.askAbove}
        </Checkbox>
      )}
      <SheetActions>
        <CommitButton
          kind={draft.side}
          disabled={!check?.ok || hasJumped || (level === 'red' && !isAccepted)}
          onPress={() => {
            if (isSkipChosen !== onlyAbove) setOnlyAbove(isSkipChosen)
            void placeOrder()
          }}
        >
          {check && !check.ok ? check.reason : label}
        </CommitButton>
        <SheetFoot>{tradeText.confirm.returns(isBuy ? pair.quote.symbol : pair.base.symbol)}</SheetFoot>
      </SheetActions>
    </>
  )
}

/** What remains of the typed total, because a pair trades in steps. */
function Rest({ pair, walk }: { pair: Pair; walk: Walk }) {
  const draft = useAtomValue(draftAtom)
  const total = draft.by === 'total' && !walk.isShort ? totalOf(pair, draft) : undefined
  if (total === undefined || total <= walk.cost) return null
  const rest = `${formatUnitsMoney(minus(total, walk.cost))} ${pair.quote.symbol}`
  return <SheetLine>{tradeText.confirm.rest(rest, `${grouped(lotText(pair))} ${pair.base.symbol}`)}</SheetLine>
}

function SummaryFigures({
  walk,
  estimate,
  level,
}: {
  walk: Walk
  estimate: OrderEstimate
  level: 'amber' | 'red' | undefined
}) {
  const draft = useAtomValue(draftAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  if (!pair) return null
  const isBuy = draft.side === 'buy'
  const [spent, received] = isBuy ? [pair.quote.symbol, pair.base.symbol] : [pair.base.symbol, pair.quote.symbol]
  const spend = isBuy ? formatUnitsMoney(estimate.cost) : grouped(quantityText(pair, estimate.quantity))
  const receive = isBuy ? formatUnitsExact(estimate.receive) : formatUnitsMoney(estimate.receive)
  return (
    <>
      <div className={style.deal}>
        <CoinIcon symbol={received} size={44} />
        <p>
          <small>{tradeText.confirm.about}</small>
          <b>{receive}</b> <span>{received}</span>
        </p>
      </div>
      <FigureList>
        <FigureRow name={isBuy ? tradeText.confirm.spend : tradeText.confirm.sell} text={`${spend} ${spent}`} />
        <FigureRow name={tradeText.form.average} text={averagePriceText(pair, draft.side, walk)} />
        <FigureRow name={tradeText.form.worst} text={grouped(plainTicks(pair, walk.pieces.at(-1)!.price))} />
        <div>
          <dt>{tradeText.form.slippage}</dt>
          <dd>
            <Slippage ppm={slippageOf(pair, walk)} level={level} />{' '}
            <small>{tradeText.confirm.ofMax(percentText(DEFAULT_SLIPPAGE))}</small>
          </dd>
        </div>
        <FigureRow
          name={tradeText.form.fee(withDecimals(percentText(estimate.rate), 2))}
          text={`${grouped(formatUnits(estimate.fee))} ${received}`}
        />
      </FigureList>
    </>
  )
}

const FigureRow = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Price text={text} />
    </dd>
  </div>
)
