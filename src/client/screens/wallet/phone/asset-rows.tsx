import { useAtomValue } from 'jotai'
import type { AssetView } from '../../../../contract/portfolio/views.ts'
import { AssetRow } from '../../../components/coins/asset-row.tsx'
import { amountsHiddenAtom } from '../../../state/app/preferences.ts'
import { assetTextAtom } from '../../../state/portfolio/asset-text.ts'
import { assetsText } from '../../../text/assets.ts'
import style from './wallet-page.module.css'

export function AssetRows({ assets }: { assets: readonly AssetView[] }) {
  const assetText = useAtomValue(assetTextAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  return (
    <ul className={`rows ${style.rows}`}>
      {assets.map((asset) => (
        <li key={asset.currency.id}>
          <AssetRow {...assetText(asset)} hidden={isHidden ? assetsText.wallet.hidden : undefined} />
        </li>
      ))}
    </ul>
  )
}
