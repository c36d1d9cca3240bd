import type { MarketOrder } from '../atoms/market-order.ts'
import { text } from '../text/en.ts'
import { SortKey } from '../ui/sort-key.tsx'
import { useWide } from '../ui/use-wide.ts'
import type { RowsLook } from './market-rows.tsx'

type By = Exclude<MarketOrder['by'], 'none'>
type Props = {
  look: RowsLook['look']
  hasStars: boolean
  order: MarketOrder
  onOrder: (order: MarketOrder) => void
}

/** What stands in which column, and by which of them the list is sorted. */
export function MarketHead({ look, hasStars, order, onOrder }: Props) {
  const isTable = useWide() && look === 'page'
  const key = (by: By, name: string) => (
    <SortKey
      name={name}
      hint={by === 'name' ? text.pairs.sortByName : text.pairs.sortBy}
      way={order.by !== by ? undefined : order.isDown ? 'down' : 'up'}
      onPress={() => onOrder({ by, isDown: order.by === by ? !order.isDown : by !== 'name' })}
    />
  )
  return (
    <div className="market-head" data-wide={isTable || undefined} data-stars={hasStars || undefined}>
      <span className="market-head-pair">
        {key('name', text.pairs.pair)}
        {!isTable && key('turnover', text.pairs.turnover)}
      </span>
      {isTable && <span className="market-head-last">{text.pairs.last}</span>}
      {key('price', text.pairs.price)}
      {key('change', text.pairs.change)}
      {isTable && key('turnover', text.pairs.turnover)}
    </div>
  )
}
