import type { Pair } from '../../../contract/catalogue.ts'
import type { Side } from '../../../contract/order-rules.ts'
import type { Walk } from '../../atoms/levels.ts'
import { grouped } from '../../format/numbers.ts'
import { ticksPlain, unitsMoney } from '../../format/pair-numbers.ts'
import * as trade from '../../text/en-trade.ts'
import { Price } from '../../ui/price.tsx'

const MOST_PIECES = 4

/** One piece a level, as wide as its share of the spend; the rest is one piece. */
export function FillBar({ pair, side, walk }: { pair: Pair; side: Side; walk: Walk }) {
  const shown = walk.pieces.slice(0, walk.pieces.length > MOST_PIECES ? MOST_PIECES - 1 : MOST_PIECES)
  const rest = walk.pieces.slice(shown.length)
  const restCost = rest.reduce((sum, { cost }) => sum + cost, 0n)
  const share = (cost: bigint) => Math.max(1, Number((cost * 1000n) / walk.cost))
  return (
    <div className="fill" data-side={side}>
      <p>{trade.confirm.levels(walk.pieces.length)}</p>
      <ul>
        {shown.map(({ price, cost }, place) => (
          <li key={price} style={{ flexGrow: share(cost), opacity: 1 - place * 0.22 }}>
            <i />
          </li>
        ))}
        {rest.length > 0 && (
          <li style={{ flexGrow: share(restCost), opacity: 0.3 }}>
            <i />
          </li>
        )}
      </ul>
      <ol>
        {shown.map(({ price, cost }) => (
          <li key={price}>
            <Price words={grouped(ticksPlain(pair, price))} />
            <small>{unitsMoney(cost)}</small>
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <span>{trade.confirm.more(rest.length)}</span>
            <small>{unitsMoney(restCost)}</small>
          </li>
        )}
      </ol>
    </div>
  )
}
