import type { Pair } from '../../../contract/markets/instruments.ts'
import type { Side } from '../../../contract/markets/side.ts'
import { sumOf } from '../../../contract/money.ts'
import { grouped } from '../../format/numbers.ts'
import { formatUnitsMoney, plainTicks } from '../../format/pair-numbers.ts'
import type { Walk } from '../../state/book/levels.ts'
import { tradeText } from '../../text/trade.ts'
import { Price } from '../price.tsx'
import style from './fill-bar.module.css'

const MAX_PIECES = 4

/** One segment per level, as wide as its share of the cost; the last segment is the sum of the others. */
export function FillBar({ pair, side, walk }: { pair: Pair; side: Side; walk: Walk }) {
  const shown = walk.pieces.slice(0, walk.pieces.length > MAX_PIECES ? MAX_PIECES - 1 : MAX_PIECES)
  const rest = walk.pieces.slice(shown.length)
  const restCost = sumOf(rest.map(({ cost }) => cost))
  const share = (cost: bigint) => Math.max(1, Number((cost * 1000n) / walk.cost))
  return (
    <div className={style.fill} data-side={side}>
      <p>{tradeText.confirm.levels(walk.pieces.length)}</p>
      <ul>
        {shown.map(({ price, cost }, index) => (
          <li key={price} style={{ flexGrow: share(cost), opacity: 1 - index * 0.22 }}>
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
            <Price text={grouped(plainTicks(pair, price))} />
            <small>{formatUnitsMoney(cost)}</small>
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <span>{tradeText.confirm.more(rest.length)}</span>
            <small>{formatUnitsMoney(restCost)}</small>
          </li>
        )}
      </ol>
    </div>
  )
}
