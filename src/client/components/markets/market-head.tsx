import type { MarketOrder } from '../../state/markets/market-sorting.ts'
import { marketsText } from '../../text/markets.ts'
import { SortButton } from '../../ui/sort-button.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import table from './market-columns.module.css'
import style from './market-head.module.css'
import type { MarketRowsProps } from './market-rows.tsx'

type By = Exclude<MarketOrder['by'], 'none'>
type Props = {
  variant: MarketRowsProps['variant']
  hasStars: boolean
  order: MarketOrder
  onOrder: (order: MarketOrder) => void
}

/** Column titles and sort buttons of a market list. */
export function MarketHead({ variant, hasStars, order, onOrder }: Props) {
  const isTable = useWideScreen() && variant === 'page'
  const sortButton = (by: By, name: string) => (
    <SortButton
      name={name}
      hint={by === 'name' ? marketsText.sortByName : marketsText.sortBy}
      direction={order.by !== by ? undefined : order.isDown ? 'down' : 'up'}
      onPress={() => onOrder({ by, isDown: order.by === by ? !order.isDown : by !== 'name' })}
    />
  )
  return (
    <div
      className={`${style.head} ${table.columns}`}
      data-wide={isTable || undefined}
      data-stars={hasStars || undefined}
    >
      <span className={style.pair}>
        {sortButton('name', marketsText.pair)}
        {!isTable && sortButton('turnover', marketsText.turnover)}
      </span>
      {isTable && <span>{marketsText.last}</span>}
      {sortButton('price', marketsText.price)}
      {sortButton('change', marketsText.change)}
      {isTable && sortButton('turnover', marketsText.turnover)}
    </div>
  )
}
