import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { coinAtom } from '../../atoms/coin.ts'
import { FavoriteStar } from '../../markets/favorite-star.tsx'
import { asset as words } from '../../text/en-assets.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import { symbolOf } from './symbol-of.ts'

/** Which coin it is, and the star of its market. */
export default function AssetBar() {
  const symbol = symbolOf(useSearchParams()[0])
  const coin = useAtomValue(coinAtom)(symbol)
  const market = coin.state === 'known' ? coin.main : undefined
  return (
    <PageBar title={coin.state === 'known' ? coin.asset.currency.name : symbol || words.title} up="/wallet">
      {market && <FavoriteStar market={market} />}
    </PageBar>
  )
}
