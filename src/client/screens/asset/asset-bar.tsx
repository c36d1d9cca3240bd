import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { FavoriteStar } from '../../components/markets/favorite-star.tsx'
import { assetDetailAtom } from '../../state/portfolio/asset-detail.ts'
import { assetsText } from '../../text/assets.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import { symbolOf } from './symbol-param.ts'

const text = assetsText.asset

/** The coin's name, and the favorite star of its main market. */
export default function AssetBar() {
  const symbol = symbolOf(useSearchParams()[0])
  const coin = useAtomValue(assetDetailAtom)(symbol)
  const market = coin.state === 'known' ? coin.main : undefined
  return (
    <PageBar title={coin.state === 'known' ? coin.asset.currency.name : symbol || text.title} up="/wallet" width="wide">
      {market && <FavoriteStar market={market} />}
    </PageBar>
  )
}
