import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { AssetView } from '../../../../contract/portfolio/views.ts'
import { assetCellsAtom } from '../../../state/portfolio/asset-table.ts'
import { totalOf } from '../../../state/portfolio/balances.ts'
import { assetsText } from '../../../text/assets.ts'
import { Icon } from '../../../ui/icon.tsx'
import style from './asset-table.module.css'
import { AssetTableRow } from './asset-table-row.tsx'

const text = assetsText.table

/** Of the columns that every desk shows. */
const ALWAYS_SHOWN = 6

type Props = {
  assets: readonly AssetView[]
  /** Coins without a balance are one row until it is opened. */
  foldsEmpty: boolean
}

/** A row for each coin. A small desk has no place for the columns `data-extra`: the page of the coin has their figures. */
export function AssetTable({ assets, foldsEmpty }: Props) {
  const cells = useAtomValue(assetCellsAtom)
  const [isOpen, setOpen] = useState(false)
  const held = assets.filter((asset) => totalOf(asset) > 0n)
  const empty = assets.filter((asset) => totalOf(asset) === 0n)
  const hasFold = foldsEmpty && held.length > 0 && empty.length > 0
  const rows = (shown: readonly AssetView[]) =>
    shown.map((asset) => <AssetTableRow key={asset.currency.id} {...cells(asset)} />)
  return (
    <table className={style.table}>
      <caption className="visually-hidden">{assetsText.wallet.title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.coin}</th>
          <th scope="col">{text.available}</th>
          <th scope="col" data-extra>
            {text.inOrders}
          </th>
          <th scope="col" data-extra>
            {text.average}
          </th>
          <th scope="col">{text.price}</th>
          <th scope="col" data-extra>
            {text.change}
          </th>
          <th scope="col" title={assetsText.wallet.pnlHint}>
            {text.pnl}
          </th>
          <th scope="col">{text.value}</th>
          <th scope="col">
            <span className="visually-hidden">{text.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>{rows(held)}</tbody>
      {empty.length > 0 && (
        <tbody>
          {hasFold && (
            <tr className={style.fold}>
              <td colSpan={ALWAYS_SHOWN}>
                <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                  {isOpen ? text.hideEmpty : text.showEmpty(empty.length)}
                  <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} />
                </button>
              </td>
            </tr>
          )}
          {(isOpen || !hasFold) && rows(empty)}
        </tbody>
      )}
    </table>
  )
}
