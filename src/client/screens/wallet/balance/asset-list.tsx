import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { parseUnits } from '../../../../contract/money.ts'
import type { AssetView } from '../../../../contract/portfolio/views.ts'
import { matchesCoin } from '../../../format/coin-search.ts'
import { smallHiddenAtom } from '../../../state/app/preferences.ts'
import { hasPrice } from '../../../state/portfolio/asset-text.ts'
import {
  isAssetsTimeoutAtom,
  positionsAtom,
  retryAssetsAtom,
  totalOf,
  unitsOf,
  watchedAssetsAtom,
} from '../../../state/portfolio/balances.ts'
import { sortByValue } from '../../../state/portfolio/sort-by-value.ts'
import { appText } from '../../../text/app.ts'
import { assetsText } from '../../../text/assets.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

export type Holding = 'assets' | 'positions'

const SMALL = parseUnits('1') ?? 0n

/** A coin without a price is small only if there is none of it. */
const isSmall = (asset: AssetView): boolean =>
  hasPrice(asset) ? unitsOf(asset.usdt_total) < SMALL : totalOf(asset) === 0n

type Props = {
  of: Holding
  search: string
  onShowAll: () => void
  /** The assets that are searched for, highest value first. */
  children: (assets: readonly AssetView[]) => ReactNode
}

/** What the user has, or why nothing is shown. */
export function AssetList({ of, search, onShowAll, children }: Props) {
  const all = useAtomValue(watchedAssetsAtom)
  const positions = useAtomValue(positionsAtom)
  const isSmallHidden = useAtomValue(smallHiddenAtom)
  const assets = of === 'assets' ? all : positions
  if (!assets) return <LoadingAssets />
  if (all?.length === 0)
    return <EmptyState icon="wallet" title={assetsText.holdings.noCoins} line={assetsText.holdings.noCoinsLine} />
  if (assets.length === 0)
    return (
      <EmptyState icon="wallet" title={assetsText.holdings.empty} line={assetsText.holdings.emptyLine}>
        <ButtonLink to="/trade" size="small">
          {assetsText.holdings.trade}
        </ButtonLink>
      </EmptyState>
    )
  const isWanted = (asset: AssetView) => matchesCoin(asset.currency, search) && !(isSmallHidden && isSmall(asset))
  const shown = sortByValue(assets.filter(isWanted))
  if (shown.length === 0)
    return (
      <EmptyState icon="wallet" title={assetsText.wallet.none} line={assetsText.wallet.noneLine}>
        <Button size="small" onClick={onShowAll}>
          {assetsText.wallet.showAll}
        </Button>
      </EmptyState>
    )
  return children(shown)
}

function LoadingAssets() {
  const isTimedOut = useAtomValue(isAssetsTimeoutAtom)
  const retry = useSetAtom(retryAssetsAtom)
  if (!isTimedOut) return <SkeletonRows count={6} height={64} />
  return (
    <EmptyState icon="alert" title={assetsText.wallet.failed} line={assetsText.wallet.failedLine} isError>
      <Button size="small" onClick={retry}>
        {appText.retry}
      </Button>
    </EmptyState>
  )
}
