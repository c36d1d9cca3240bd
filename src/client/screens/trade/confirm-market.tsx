import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { percentText, quantityText } from '../../../contract/catalogue.ts'
import { formatUnits } from '../../../contract/money.ts'
import { DEFAULT_SLIPPAGE } from '../../../contract/order-rules.ts'
import { averageWords } from '../../atoms/average-words.ts'
import { draftAtom } from '../../atoms/draft.ts'
import { slippageOf, type Walk } from '../../atoms/levels.ts'
import { checkAtom, walkAtom } from '../../atoms/order-form.ts'
import { FAR_PPM, WARN_PPM } from '../../atoms/order-guards.ts'
import { type Outcome, outcomeAtom } from '../../atoms/order-outcome.ts'
import { closeConfirmationAtom, placeOrderAtom } from '../../atoms/place-order.ts'
import { confirmOnlyAboveAtom } from '../../atoms/preferences.ts'
import { hasJumpedAtom } from '../../atoms/price-jump.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { grouped, percentChange, withDecimals } from '../../format/numbers.ts'
import { ticksPlain, unitsExact, unitsMoney } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import * as trade from '../../text/en-trade.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Coin } from '../../ui/coin.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Price } from '../../ui/price.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { FillBar } from './fill-bar.tsx'
import { StakeWarning } from './stake-warning.tsx'

/** The whole deal on one sheet, from the book as it stands, before anything is sent. */
export function ConfirmMarket() {
  const draft = useAtomValue(draftAtom)
  const walk = useAtomValue(walkAtom)
  const outcome = useAtomValue(outcomeAtom)
  const close = useSetAtom(closeConfirmationAtom)
  const side = draft.side === 'buy' ? trade.form.buy : trade.form.sell
  return (
    <Sheet title={trade.confirm.market(side)} close={text.close} onClose={close}>
      {walk && outcome ? (
        <Deal walk={walk} outcome={outcome} />
      ) : (
        <Empty icon="book" title={trade.form.noLiquidity} line={trade.book.empty} />
      )}
    </Sheet>
  )
}

function Deal({ walk, outcome }: { walk: Walk; outcome: Outcome }) {
  const draft = useAtomValue(draftAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const check = useAtomValue(checkAtom)
  const place = useSetAtom(placeOrderAtom)
  const [onlyAbove, setOnlyAbove] = useAtom(confirmOnlyAboveAtom)
  const [isTicked, setTicked] = useState(true)
  const [isAccepted, accept] = useState(false)
  const hasJumped = useAtomValue(hasJumpedAtom)
  if (!pair) return null
  const slippage = slippageOf(pair, walk)
  const level = walk.isShort || slippage > FAR_PPM ? 'red' : slippage > WARN_PPM ? 'amber' : undefined
  const isBuy = draft.side === 'buy'
  const label = isBuy
    ? trade.confirm.buyFor(pair.base.symbol, `${unitsMoney(outcome.cost)} ${pair.quote.symbol}`)
    : trade.confirm.sellAmount(`${grouped(quantityText(pair, outcome.quantity))} ${pair.base.symbol}`)
  return (
    <>
      <div data-moved={hasJumped || undefined}>
        <DealFigures walk={walk} outcome={outcome} level={level} />
      </div>
      <FillBar pair={pair} side={draft.side} walk={walk} />
      {level && (
        <p className="warning" data-level={level}>
          {walk.isShort ? trade.confirm.short : trade.confirm.high}
        </p>
      )}
      <StakeWarning />
      {level === 'red' ? (
        <Checkbox checked={isAccepted} onChange={accept}>
          {trade.confirm.accept}
        </Checkbox>
      ) : (
        <Checkbox checked={isTicked} onChange={setTicked}>
          {trade.confirm.askAbove}
        </Checkbox>
      )}
      <Button
        kind={draft.side}
        className="sheet-button"
        disabled={!check?.ok || hasJumped || (level === 'red' && !isAccepted)}
        onClick={() => {
          if (isTicked !== onlyAbove) setOnlyAbove(isTicked)
          void place()
        }}
      >
        {check && !check.ok ? check.why : label}
      </Button>
      <p className="sheet-foot">{trade.confirm.returns(isBuy ? pair.quote.symbol : pair.base.symbol)}</p>
    </>
  )
}

function DealFigures({ walk, outcome, level }: { walk: Walk; outcome: Outcome; level: string | undefined }) {
  const draft = useAtomValue(draftAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  if (!pair) return null
  const isBuy = draft.side === 'buy'
  const [spent, received] = isBuy ? [pair.quote.symbol, pair.base.symbol] : [pair.base.symbol, pair.quote.symbol]
  const spend = isBuy ? unitsMoney(outcome.cost) : grouped(quantityText(pair, outcome.quantity))
  const receive = isBuy ? unitsExact(outcome.receive) : unitsMoney(outcome.receive)
  return (
    <>
      <div className="deal">
        <Coin symbol={received} size={44} />
        <p>
          <small>{trade.confirm.about}</small>
          <b>{receive}</b> <span>{received}</span>
        </p>
      </div>
      <dl className="confirm-figures">
        <Line name={isBuy ? trade.confirm.spend : trade.confirm.sell} words={`${spend} ${spent}`} />
        <Line name={trade.form.average} words={averageWords(pair, draft.side, walk)} />
        <Line name={trade.form.worst} words={grouped(ticksPlain(pair, walk.pieces.at(-1)!.price))} />
        <div>
          <dt>{trade.form.slippage}</dt>
          <dd>
            <span data-level={level}>{percentChange(percentText(slippageOf(pair, walk)))}</span>{' '}
            <small>{trade.confirm.ofMax(percentText(DEFAULT_SLIPPAGE))}</small>
          </dd>
        </div>
        <Line
          name={trade.form.fee(withDecimals(percentText(outcome.rate), 2))}
          words={`${grouped(formatUnits(outcome.fee))} ${received}`}
        />
      </dl>
    </>
  )
}

const Line = ({ name, words }: { name: string; words: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Price words={words} />
    </dd>
  </div>
)
