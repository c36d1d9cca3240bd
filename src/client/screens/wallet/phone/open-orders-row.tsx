import { useAtomValue } from 'jotai'
import { pages } from '../../../../contract/pages.ts'
import { openOrdersAtom } from '../../../state/orders/open-orders.ts'
import { assetsText } from '../../../text/assets.ts'
import { Row } from '../../../ui/cells/row.tsx'
import style from './wallet-page.module.css'

/** How many orders are open; it leads to them. The rows of the coins say what they hold. Nothing without any. */
export function OpenOrdersRow() {
  const orders = useAtomValue(openOrdersAtom) ?? []
  if (orders.length === 0) return null
  return (
    <Row
      className={style.orders}
      icon="book"
      title={assetsText.wallet.openOrders(orders.length)}
      to={`${pages.trade}#orders-panel`}
    />
  )
}
