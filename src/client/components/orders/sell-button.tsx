import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { chooseToSellAtom } from '../../state/feed/ask-to-buy.ts'
import type { Market } from '../../state/markets/markets.ts'
import { assetDetailAtom } from '../../state/portfolio/asset-detail.ts'
import { totalOf } from '../../state/portfolio/balances.ts'
import { assetsText } from '../../text/assets.ts'
import { Button } from '../../ui/button.tsx'

/** Leads to the order form of a coin that the user has. Nothing while the pair is paused. */
export function SellButton({ market: { pair } }: { market: Market }) {
  const coin = useAtomValue(assetDetailAtom)(pair.base.symbol)
  const chooseToSell = useSetAtom(chooseToSellAtom)
  const navigate = useNavigate()
  if (pair.rules.status !== 'trading' || coin.state !== 'known' || totalOf(coin.asset) === 0n) return null
  return (
    <Button
      kind="sell"
      onClick={() => {
        chooseToSell(pair.id)
        navigate(pages.trade)
      }}
    >
      {assetsText.asset.sell(pair.base.symbol)}
    </Button>
  )
}
