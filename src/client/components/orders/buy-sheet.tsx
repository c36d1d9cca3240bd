import type { Market } from '../../state/markets/markets.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { QuickBuy } from './quick-buy.tsx'

/** Buys a coin for an amount, without the order form. */
export default function BuySheet({ market, onClose }: { market: Market; onClose: () => void }) {
  return (
    <Sheet title={assetsText.quickBuy.title(market.pair.base.symbol)} close={appText.close} onClose={onClose}>
      <QuickBuy market={market} onAsked={onClose} />
    </Sheet>
  )
}
