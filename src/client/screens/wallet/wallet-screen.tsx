import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { smallHiddenAtom } from '../../state/app/preferences.ts'
import { rateTextAtom } from '../../state/markets/fiat-rate-text.ts'
import { assetsText } from '../../text/assets.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AllocationBar } from './allocation-bar.tsx'
import { AssetList, type Holding } from './asset-list.tsx'
import { WalletBalance } from './wallet-balance.tsx'
import style from './wallet-screen.module.css'
import { WalletSheets } from './wallet-sheets.tsx'

const TABS = [
  { value: 'assets', name: assetsText.wallet.assets },
  { value: 'positions', name: assetsText.wallet.positions },
] as const

export default function WalletScreen() {
  const [tab, setTab] = useState<Holding>('assets')
  const [search, setSearch] = useState('')
  const [isSmallHidden, hideSmall] = useAtom(smallHiddenAtom)
  return (
    <div className="page">
      <WalletBalance />
      <AllocationBar />
      <div className={style.bar}>
        <Tabs label={assetsText.wallet.title} value={tab} tabs={TABS} onChoose={setTab} panel="wallet-list" />
        <Checkbox checked={isSmallHidden} onChange={hideSmall} title={assetsText.wallet.hideSmallHint}>
          {assetsText.wallet.hideSmall}
        </Checkbox>
      </div>
      <SearchField className={style.search} label={assetsText.wallet.search} value={search} onType={setSearch} />
      <div id="wallet-list" role="tabpanel" aria-label={assetsText.wallet.title}>
        <AssetList
          of={tab}
          search={search.trim().toUpperCase()}
          onShowAll={() => {
            setSearch('')
            hideSmall(false)
          }}
        />
      </div>
      <SmallPrint />
      <Link className={style.proof} to={pages.liabilities}>
        {assetsText.wallet.proof}
      </Link>
      <WalletSheets />
    </div>
  )
}

function SmallPrint() {
  const rate = useAtomValue(rateTextAtom)
  return (
    <p className={style.small}>
      {assetsText.holdings.small} <span data-error={rate?.isError || undefined}>{rate?.text}</span>
    </p>
  )
}
