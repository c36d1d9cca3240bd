import { useAtomValue } from 'jotai'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { coinAtom } from '../../atoms/coin.ts'
import { FavoriteStar } from '../../markets/favorite-star.tsx'
import { text } from '../../text/en.ts'
import { asset as words } from '../../text/en-assets.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { symbolOf } from './symbol-of.ts'

/** The page's head: back, which coin it is, and the star of its market. */
export default function AssetBar() {
  const symbol = symbolOf(useSearchParams()[0])
  const coin = useAtomValue(coinAtom)(symbol)
  const market = coin.state === 'known' ? coin.main : undefined
  return (
    <div className="asset-bar">
      <BackKey />
      <h1>{coin.state === 'known' ? coin.asset.currency.name : symbol || words.title}</h1>
      {market ? <FavoriteStar market={market} /> : <span className="icon-button" />}
    </div>
  )
}

/** Where the reader came from; who came from nowhere goes to all assets. */
function BackKey() {
  const { key } = useLocation()
  const navigate = useNavigate()
  return (
    <IconButton label={text.back} onClick={() => (key === 'default' ? navigate('/wallet') : navigate(-1))}>
      <Icon name="chevron-left" />
    </IconButton>
  )
}
