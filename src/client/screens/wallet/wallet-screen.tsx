import './wallet.css'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { parseUnits } from '../../../contract/money.ts'
import type { AssetView } from '../../../contract/views.ts'
import { assetWords } from '../../atoms/asset-words.ts'
import { positionsAtom, totalUsdtAtom, unitsOf, watchedAssetsAtom } from '../../atoms/balances.ts'
import { opensSoonAtom } from '../../atoms/header-switch.ts'
import { amountsHiddenAtom, smallHiddenAtom } from '../../atoms/preferences.ts'
import { unitsMoney } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import { AssetRow } from '../../ui/asset-row.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QuickActions } from '../../ui/quick-actions.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TotalBalance } from '../../ui/total-balance.tsx'

type Tab = 'assets' | 'positions'
const TABS = [
  { value: 'assets', name: text.wallet.assets },
  { value: 'positions', name: text.wallet.positions },
] as const
const SMALL = parseUnits('1') ?? 0n

export default function WalletScreen() {
  const [tab, setTab] = useState<Tab>('assets')
  const [search, setSearch] = useState('')
  const [isSmallHidden, hideSmall] = useAtom(smallHiddenAtom)
  return (
    <div className="page wallet">
      <WalletHead />
      <div className="wallet-bar">
        <Tabs label={text.wallet.title} value={tab} tabs={TABS} onChoose={setTab} panel="wallet-list" />
        <Checkbox checked={isSmallHidden} onChange={hideSmall} title={text.wallet.hideSmallHint}>
          {text.wallet.hideSmall}
        </Checkbox>
      </div>
      <SearchField label={text.wallet.search} value={search} onType={setSearch} />
      <div id="wallet-list" role="tabpanel" aria-label={text.wallet.title}>
        <AssetList
          tab={tab}
          search={search.trim().toUpperCase()}
          onShowAll={() => {
            setSearch('')
            hideSmall(false)
          }}
        />
      </div>
    </div>
  )
}

function WalletHead() {
  const total = useAtomValue(totalUsdtAtom)
  const soon = useSetAtom(opensSoonAtom)
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  return (
    <section className="home-balance">
      <TotalBalance
        title={text.wallet.total}
        total={total === undefined ? undefined : unitsMoney(total)}
        unit="USDT"
        isHidden={isHidden}
        onHide={() => setHidden(!isHidden)}
        hide={isHidden ? text.home.show : text.home.hide}
        hidden={text.wallet.hidden}
      />
      <QuickActions words={text.soon} onPress={soon} />
    </section>
  )
}

function AssetList({ tab, search, onShowAll }: { tab: Tab; search: string; onShowAll: () => void }) {
  const all = useAtomValue(watchedAssetsAtom)
  const positions = useAtomValue(positionsAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const isSmallHidden = useAtomValue(smallHiddenAtom)
  const assets = tab === 'assets' ? all : positions
  if (!assets) return <SkeletonRows count={6} height={64} />
  const isWanted = ({ currency, usdt_total }: AssetView) =>
    `${currency.symbol} ${currency.name}`.toUpperCase().includes(search) &&
    (!isSmallHidden || unitsOf(usdt_total) >= SMALL)
  const shown = assets.filter(isWanted)
  if (shown.length === 0)
    return (
      <Empty icon="wallet" title={text.wallet.none} line={text.wallet.noneLine}>
        <Button size="small" onClick={onShowAll}>
          {text.wallet.showAll}
        </Button>
      </Empty>
    )
  return (
    <ul className="rows">
      {shown.map((asset) => (
        <li key={asset.currency.id}>
          <AssetRow {...assetWords(asset)} hidden={isHidden ? text.wallet.hidden : undefined} />
        </li>
      ))}
    </ul>
  )
}
