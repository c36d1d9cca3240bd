import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { percentText } from '../../../contract/catalogue.ts'
import { formatUnits } from '../../../contract/money.ts'
import { averageWords } from '../../atoms/average-words.ts'
import { availableAtom } from '../../atoms/balances.ts'
import { draftAtom } from '../../atoms/draft.ts'
import { slippageOf } from '../../atoms/levels.ts'
import { walkAtom } from '../../atoms/order-form.ts'
import { outcomeAtom } from '../../atoms/order-outcome.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { compact, grouped, NONE, percentChange, withDecimals } from '../../format/numbers.ts'
import { unitsMoney } from '../../format/pair-numbers.ts'
import * as trade from '../../text/en-trade.ts'
import { Price } from '../../ui/price.tsx'

/** What it costs and what comes of it, before the button. */
export function OrderFigures() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const draft = useAtomValue(draftAtom)
  const available = useAtomValue(availableAtom)
  const outcome = useAtomValue(outcomeAtom)
  if (!pair) return <dl className="figures" />
  const [spent, received] = draft.side === 'buy' ? [pair.quote, pair.base] : [pair.base, pair.quote]
  const owned = available(spent.id)
  return (
    <dl className="figures" data-type={draft.type}>
      <Line name={trade.form.available} unit={spent.symbol}>
        {spent.symbol === 'USDT' ? unitsMoney(owned) : grouped(formatUnits(owned))}
      </Line>
      {draft.type === 'market' && <MarketLines />}
      <Line
        name={trade.form.fee(shortPercent(percentText(outcome?.rate ?? pair.rules.takerFee)))}
        unit={received.symbol}
      >
        {outcome ? shortly(formatUnits(outcome.fee)) : NONE}
      </Line>
      <Line name={trade.form.youReceive} unit={received.symbol}>
        {outcome ? shortly(formatUnits(outcome.receive)) : NONE}
      </Line>
    </dl>
  )
}

function MarketLines() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const draft = useAtomValue(draftAtom)
  const walk = useAtomValue(walkAtom)
  if (!pair || !walk)
    return (
      <>
        <Line name={trade.form.average}>{NONE}</Line>
        <Line name={trade.form.slippage}>{NONE}</Line>
      </>
    )
  const slippage = slippageOf(pair, walk)
  return (
    <>
      <Line name={trade.form.average}>
        <Price words={averageWords(pair, draft.side, walk)} />
      </Line>
      <Line name={trade.form.slippage}>
        <span data-level={walk.isShort ? 'red' : slippage > 10_000 ? 'amber' : undefined}>
          {percentChange(percentText(slippage))}
        </span>
      </Line>
    </>
  )
}

function Line({ name, unit, children }: { name: string; unit?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {unit !== undefined && children !== NONE && <span className="figure-unit"> {unit}</span>}
      </dd>
    </div>
  )
}

/** Big amounts are cut to fit the line; the confirmation tells them in full. */
const shortly = (amount: string) => ((amount.split('.')[0] ?? '').length > 6 ? compact(amount) : grouped(amount))

const shortPercent = (percent: string) => withDecimals(percent, Math.max(2, percent.split('.')[1]?.length ?? 0))
