import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { percentText } from '../../../../contract/markets/instruments.ts'
import { formatUnits } from '../../../../contract/money.ts'
import { Slippage } from '../../../components/orders/slippage.tsx'
import { Price } from '../../../components/price.tsx'
import { compact, DASH, grouped, withDecimals } from '../../../format/numbers.ts'
import { formatUnitsMoney } from '../../../format/pair-numbers.ts'
import { slippageOf } from '../../../state/book/levels.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { marketWalkAtom } from '../../../state/order-form/actions.ts'
import { averagePriceText } from '../../../state/order-form/average-price-text.ts'
import { estimateAtom } from '../../../state/order-form/estimate.ts'
import { draftAtom } from '../../../state/order-form/store.ts'
import { availableAtom } from '../../../state/portfolio/balances.ts'
import { tradeText } from '../../../text/trade.ts'
import style from './order-figures.module.css'

/** Available balance and the estimate of the order. */
export function OrderFigures() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const draft = useAtomValue(draftAtom)
  const available = useAtomValue(availableAtom)
  const estimate = useAtomValue(estimateAtom)
  if (!pair) return <dl className={style.figures} />
  const [spent, received] = draft.side === 'buy' ? [pair.quote, pair.base] : [pair.base, pair.quote]
  const balance = available(spent.id)
  return (
    <dl className={style.figures} data-type={draft.type}>
      <FigureRow name={tradeText.form.available} unit={spent.symbol}>
        {spent.symbol === 'USDT' ? formatUnitsMoney(balance) : grouped(formatUnits(balance))}
      </FigureRow>
      {draft.type === 'market' && <MarketFigures />}
      <FigureRow
        name={tradeText.form.fee(shortPercent(percentText(estimate?.rate ?? pair.rules.takerFee)))}
        unit={received.symbol}
      >
        {estimate ? shortAmount(formatUnits(estimate.fee)) : DASH}
      </FigureRow>
      <FigureRow name={tradeText.form.youReceive} unit={received.symbol}>
        {estimate ? shortAmount(formatUnits(estimate.receive)) : DASH}
      </FigureRow>
    </dl>
  )
}

function MarketFigures() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const draft = useAtomValue(draftAtom)
  const walk = useAtomValue(marketWalkAtom)
  if (!pair || !walk)
    return (
      <>
        <FigureRow name={tradeText.form.average}>{DASH}</FigureRow>
        <FigureRow name={tradeText.form.slippage}>{DASH}</FigureRow>
      </>
    )
  const slippage = slippageOf(pair, walk)
  return (
    <>
      <FigureRow name={tradeText.form.average}>
        <Price text={averagePriceText(pair, draft.side, walk)} />
      </FigureRow>
      <FigureRow name={tradeText.form.slippage}>
        <Slippage ppm={slippage} level={walk.isShort ? 'red' : slippage > 10_000 ? 'amber' : undefined} />
      </FigureRow>
    </>
  )
}

function FigureRow({ name, unit, children }: { name: string; unit?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {unit !== undefined && children !== DASH && <span className={style.unit}> {unit}</span>}
      </dd>
    </div>
  )
}

/** Large amounts are abbreviated; the confirmation shows them in full. */
const shortAmount = (amount: string) => ((amount.split('.')[0] ?? '').length > 6 ? compact(amount) : grouped(amount))

const shortPercent = (percent: string) => withDecimals(percent, Math.max(2, percent.split('.')[1]?.length ?? 0))
