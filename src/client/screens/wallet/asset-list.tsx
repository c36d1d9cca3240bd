import { useAtomValue, useSetAtom } from 'jotai'
import { parseUnits } from '../../../contract/money.ts'
import type { AssetView } from '../../../contract/views.ts'
import { assetWordsAtom } from '../../atoms/asset-words.ts'
import { areAssetsLateAtom, positionsAtom, retryAssetsAtom, unitsOf, watchedAssetsAtom } from '../../atoms/balances.ts'
import { amountsHiddenAtom, smallHiddenAtom } from '../../atoms/preferences.ts'
import { byWorth } from '../../atoms/shares.ts'
import { text } from '../../text/en.ts'
import { holdings } from '../../text/en-assets.ts'
import { AssetRow } from '../../ui/asset-row.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

export type Holding = 'assets' | 'positions'

const SMALL = parseUnits('1') ?? 0n

export function AssetList({ of, search, onShowAll }: { of: Holding; search: string; onShowAll: () => void }) {
  const all = useAtomValue(watchedAssetsAtom)
  const positions = useAtomValue(positionsAtom)
  const isSmallHidden = useAtomValue(smallHiddenAtom)
  const assets = of === 'assets' ? all : positions
  if (!assets) return <NotYet />
  if (assets.length === 0)
    return (
      <Empty icon="wallet" title={holdings.empty} line={holdings.emptyLine}>
        <ButtonLink to="/trade" size="small">
          {holdings.trade}
        </ButtonLink>
      </Empty>
    )
  const isWanted = ({ currency, usdt_total }: AssetView) =>
    `${currency.symbol} ${currency.name}`.toUpperCase().includes(search) &&
    (!isSmallHidden || unitsOf(usdt_total) >= SMALL)
  const shown = byWorth(assets.filter(isWanted))
  if (shown.length === 0)
    return (
      <Empty icon="wallet" title={text.wallet.none} line={text.wallet.noneLine}>
        <Button size="small" onClick={onShowAll}>
          {text.wallet.showAll}
        </Button>
      </Empty>
    )
  return <Rows assets={shown} />
}

function Rows({ assets }: { assets: readonly AssetView[] }) {
  const words = useAtomValue(assetWordsAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  return (
    <ul className="rows">
      {assets.map((asset) => (
        <li key={asset.currency.id}>
          <AssetRow {...words(asset)} hidden={isHidden ? text.wallet.hidden : undefined} />
        </li>
      ))}
    </ul>
  )
}

function NotYet() {
  const isLate = useAtomValue(areAssetsLateAtom)
  const retry = useSetAtom(retryAssetsAtom)
  if (!isLate) return <SkeletonRows count={6} height={64} />
  return (
    <Empty icon="alert" title={text.wallet.failed} line={text.wallet.late} isTrouble>
      <Button size="small" onClick={retry}>
        {text.retry}
      </Button>
    </Empty>
  )
}
