import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { PnlInfo } from '../../../components/coins/pnl-info.tsx'
import { emptyCoinsOpenAtom, smallHiddenAtom } from '../../../state/app/preferences.ts'
import { assetsAtom } from '../../../state/portfolio/balances.ts'
import { foldEmpty } from '../../../state/portfolio/fold-empty.ts'
import { assetsText } from '../../../text/assets.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { AllocationBar } from '../balance/allocation-bar.tsx'
import { AssetList, type Holding } from '../balance/asset-list.tsx'
import { SmallPrint } from '../balance/small-print.tsx'
import { WalletBalance } from '../balance/wallet-balance.tsx'
import { AssetRows } from './asset-rows.tsx'
import { OpenOrdersRow } from './open-orders-row.tsx'
import style from './wallet-page.module.css'

const TABS = [
  { value: 'assets', name: assetsText.wallet.assets },
  { value: 'positions', name: assetsText.wallet.positions },
] as const

/** Fewer rows are seen at once. */
const LEAST_TO_SEARCH = 7

/** A bar of one or two coins says no more than the list below it. */
const LEAST_SHARES = 3

/** On a phone: one column. */
export function WalletPage() {
  const [tab, setTab] = useState<Holding>('assets')
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useAtom(emptyCoinsOpenAtom)
  const [isSmallHidden, hideSmall] = useAtom(smallHiddenAtom)
  const { held, shown } = foldEmpty(useAtomValue(assetsAtom) ?? [], { isOpen: isOpen && tab === 'assets', search: '' })
  const listed = held.length + (isSmallHidden ? 0 : shown.length)
  return (
    <div className="page">
      <WalletBalance />
      <AllocationBar least={LEAST_SHARES} />
      <OpenOrdersRow />
      <div className={style.bar}>
        <div className={style.tabs}>
          <Tabs label={assetsText.wallet.title} value={tab} tabs={TABS} onChoose={setTab} panel="wallet-list" />
          {tab === 'positions' && <PnlInfo />}
        </div>
        <Checkbox checked={isSmallHidden} onChange={hideSmall} title={assetsText.wallet.hideSmallHint}>
          {assetsText.wallet.hideSmall}
        </Checkbox>
      </div>
      {(search !== '' || listed >= LEAST_TO_SEARCH) && (
        <SearchField className={style.search} label={assetsText.wallet.search} value={search} onType={setSearch} />
      )}
      <div id="wallet-list" role="tabpanel" aria-label={assetsText.wallet.title}>
        <AssetList
          of={tab}
          search={search}
          onShowAll={() => {
            setSearch('')
            hideSmall(false)
          }}
        >
          {(assets) => (
            <AssetRows of={tab} assets={assets} search={search} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          )}
        </AssetList>
      </div>
      <SmallPrint />
    </div>
  )
}
