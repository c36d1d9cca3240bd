import { useAtomValue } from 'jotai'
import { pages } from '../../../../contract/pages.ts'
import { amountsHiddenAtom } from '../../../state/app/preferences.ts'
import { lockedText } from '../../../state/orders/locked-text.ts'
import { openOrdersAtom } from '../../../state/orders/open-orders.ts'
import { assetsText } from '../../../text/assets.ts'
import { Row } from '../../../ui/cells/row.tsx'
import style from './wallet-page.module.css'

/** How many orders are open and what they hold; it leads to them. Nothing without any. */
export function OpenOrdersRow() {
  const orders = useAtomValue(openOrdersAtom) ?? []
  const isHidden = useAtomValue(amountsHiddenAtom)
  if (orders.length === 0) return null
  return (
    <Row
      className={style.orders}
      icon="book"
      title={assetsText.wallet.openOrders(orders.length)}
      line={assetsText.wallet.inOrders(isHidden ? assetsText.wallet.hidden : lockedText(orders))}
      to={`${pages.trade}#orders-panel`}
    />
  )
}
