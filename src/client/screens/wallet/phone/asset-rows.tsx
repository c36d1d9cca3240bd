import { useAtomValue } from 'jotai'
import type { AssetView } from '../../../../contract/portfolio/views.ts'
import { AssetRow } from '../../../components/coins/asset-row.tsx'
import { amountsHiddenAtom } from '../../../state/app/preferences.ts'
import { assetTextAtom } from '../../../state/portfolio/asset-text.ts'
import { foldEmpty } from '../../../state/portfolio/fold-empty.ts'
import { assetsText } from '../../../text/assets.ts'
import { EmptyFold } from '../balance/empty-fold.tsx'
import style from './wallet-page.module.css'

type Props = { assets: readonly AssetView[]; search: string; isOpen: boolean; onToggle: () => void }

export function AssetRows({ assets, search, isOpen, onToggle }: Props) {
  const assetText = useAtomValue(assetTextAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const { held, hasFold, emptyCount, shown } = foldEmpty(assets, { isOpen, search })
  const row = (asset: AssetView) => (
    <li key={asset.currency.id}>
      <AssetRow {...assetText(asset)} hidden={isHidden ? assetsText.wallet.hidden : undefined} />
    </li>
  )
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
