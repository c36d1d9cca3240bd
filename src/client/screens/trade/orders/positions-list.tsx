import { useAtomValue, useSetAtom } from 'jotai'
import { AssetRow } from '../../../components/coins/asset-row.tsx'
import { LoadingRows } from '../../../components/loading-rows.tsx'
import { reconnectAtom } from '../../../state/app/connection-status.ts'
import { assetTextAtom } from '../../../state/portfolio/asset-text.ts'
import { positionsAtom } from '../../../state/portfolio/balances.ts'
import { assetsText } from '../../../text/assets.ts'
import { tradeText } from '../../../text/trade.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PlaceOrderButton } from './place-order-button.tsx'

export default function PositionsList() {
  const positions = useAtomValue(positionsAtom)
  const assetText = useAtomValue(assetTextAtom)
  const reconnect = useSetAtom(reconnectAtom)
  if (!positions) return <LoadingRows count={3} height={64} failed={assetsText.wallet.failed} onRetry={reconnect} />
  if (positions.length === 0)
    return (
      <EmptyState icon="wallet" title={tradeText.orders.nonePositions} line={tradeText.orders.nonePositionsLine}>
        <PlaceOrderButton />
      </EmptyState>
    )
  return (
    <ul className="rows">
      {positions.map(assetText).map(({ change: _change, pnl, ...text }) => (
        <li key={text.symbol}>
          <AssetRow {...text} note={pnl} />
        </li>
      ))}
    </ul>
  )
}
