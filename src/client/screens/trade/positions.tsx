import { useAtomValue, useSetAtom } from 'jotai'
import { assetWordsAtom } from '../../atoms/asset-words.ts'
import { positionsAtom } from '../../atoms/balances.ts'
import { reconnectAtom } from '../../atoms/connection.ts'
import { amountsHiddenAtom } from '../../atoms/preferences.ts'
import { text } from '../../text/en.ts'
import * as trade from '../../text/en-trade.ts'
import { AssetRow } from '../../ui/asset-row.tsx'
import { AwaitedRows } from '../../ui/awaited-rows.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PlaceKey } from './place-key.tsx'

export default function Positions() {
  const positions = useAtomValue(positionsAtom)
  const words = useAtomValue(assetWordsAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const reconnect = useSetAtom(reconnectAtom)
  if (!positions) return <AwaitedRows count={3} height={64} failed={text.wallet.failed} onRetry={reconnect} />
  if (positions.length === 0)
    return (
      <Empty icon="wallet" title={trade.orders.nonePositions} line={trade.orders.nonePositionsLine}>
        <PlaceKey />
      </Empty>
    )
  return (
    <ul className="rows">
      {positions.map((asset) => (
        <li key={asset.currency.id}>
          <AssetRow {...words(asset)} hidden={isHidden ? text.wallet.hidden : undefined} />
        </li>
      ))}
    </ul>
  )
}
