import { useAtomValue } from 'jotai'
import type { AssetView } from '../../../../contract/portfolio/views.ts'
import { AssetRow } from '../../../components/coins/asset-row.tsx'
import { assetTextAtom } from '../../../state/portfolio/asset-text.ts'
import { foldEmpty } from '../../../state/portfolio/fold-empty.ts'
import { assetsText } from '../../../text/assets.ts'
import type { Holding } from '../balance/asset-list.tsx'
import { EmptyFold } from '../balance/empty-fold.tsx'
import style from './wallet-page.module.css'

type Props = { of: Holding; assets: readonly AssetView[]; search: string; isOpen: boolean; onToggle: () => void }

/** Assets have the change of their price, positions what they gained. */
export function AssetRows({ of, assets, search, isOpen, onToggle }: Props) {
  const assetText = useAtomValue(assetTextAtom)
  const { held, hasFold, emptyCount, shown } = foldEmpty(assets, { isOpen, search })
  const row = (asset: AssetView) => {
    const { change, pnl, ...text } = assetText(asset)
    return (
      <li key={asset.currency.id}>
        {of === 'assets' ? (
          <AssetRow {...text} note={change} noteTime={assetsText.wallet.changeTime} className={style.row} />
        ) : (
          <AssetRow {...text} note={pnl} className={style.row} />
        )}
      </li>
    )
  }
  return (
    <ul className={`rows ${style.rows}`}>
      {held.map(row)}
      {hasFold && (
        <li className={style.fold}>
          <EmptyFold count={emptyCount} isOpen={isOpen} onToggle={onToggle} />
        </li>
      )}
      {shown.map(row)}
    </ul>
  )
}
