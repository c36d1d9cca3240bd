import { useAtom, useAtomValue } from 'jotai'
import type { AssetView } from '../../../../contract/portfolio/views.ts'
import { PnlInfo } from '../../../components/coins/pnl-info.tsx'
import { emptyCoinsOpenAtom } from '../../../state/app/preferences.ts'
import { assetCellsAtom } from '../../../state/portfolio/asset-table.ts'
import { foldEmpty } from '../../../state/portfolio/fold-empty.ts'
import { assetsText } from '../../../text/assets.ts'
import { EmptyFold } from '../balance/empty-fold.tsx'
import style from './asset-table.module.css'
import { AssetTableRow } from './asset-table-row.tsx'

const text = assetsText.table

/** Of the columns that every desk shows. */
const ALWAYS_SHOWN = 6

/** A row for each coin. A small desk has no place for the columns `data-extra`: the page of the coin has their figures. */
export function AssetTable({ assets, search }: { assets: readonly AssetView[]; search: string }) {
  const cells = useAtomValue(assetCellsAtom)
  const [isOpen, setOpen] = useAtom(emptyCoinsOpenAtom)
  const { held, hasFold, emptyCount, shown } = foldEmpty(assets, { isOpen, search })
  const rows = (of: readonly AssetView[]) =>
    of.map((asset) => <AssetTableRow key={asset.currency.id} {...cells(asset)} />)
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
            <small>{assetsText.asset.withFee}</small>
          </th>
          <th scope="col">{text.price}</th>
          <th scope="col" data-extra>
            {text.change}
          </th>
          <th scope="col">
            <div className={style.pnl}>
              {text.pnl}
              <PnlInfo isAtEnd />
            </div>
          </th>
          <th scope="col">{text.value}</th>
          <th scope="col">
            <span className="visually-hidden">{text.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>{rows(held)}</tbody>
      {emptyCount > 0 && (
        <tbody>
          {hasFold && (
            <tr className={style.fold}>
              <td colSpan={ALWAYS_SHOWN}>
                <EmptyFold count={emptyCount} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
              </td>
            </tr>
          )}
          {rows(shown)}
        </tbody>
      )}
    </table>
  )
}
