import './wallet-screen.css'
import { useAtom, useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { smallHiddenAtom } from '../../state/app/preferences.ts'
import { rateTextAtom } from '../../state/markets/fiat-rate-text.ts'
import { assetsText } from '../../text/assets.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AllocationBar } from './allocation-bar.tsx'
import { AssetList, type Holding } from './asset-list.tsx'
import { WalletBalance } from './wallet-balance.tsx'

const ConvertSheet = lazyPart(() => import('./convert/convert-sheet.tsx'))

const TABS = [
  { value: 'assets', name: assetsText.wallet.assets },
  { value: 'positions', name: assetsText.wallet.positions },
] as const

export default function WalletScreen() {
  const [tab, setTab] = useState<Holding>('assets')
  const [search, setSearch] = useState('')
  const [isSmallHidden, hideSmall] = useAtom(smallHiddenAtom)
  return (
    <div className="page wallet">
      <WalletBalance />
      <AllocationBar />
      <div className="wallet-bar">
        <Tabs label={assetsText.wallet.title} value={tab} tabs={TABS} onChoose={setTab} panel="wallet-list" />
        <Checkbox checked={isSmallHidden} onChange={hideSmall} title={assetsText.wallet.hideSmallHint}>
          {assetsText.wallet.hideSmall}
        </Checkbox>
      </div>
      <SearchField label={assetsText.wallet.search} value={search} onType={setSearch} />
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
      <OpenConvert />
    </div>
  )
}

/** The sheet is in the query string: it can be linked, and Back closes it. */
function OpenConvert() {
  const [params, setParams] = useSearchParams()
  if (!params.has('convert')) return null
  const symbolOf = (side: string) => params.get(side)?.toUpperCase()
  return (
    <Suspense fallback={null}>
      <ConvertSheet
        from={symbolOf('from')}
        to={symbolOf('to')}
        onClose={() => setParams({}, { replace: true, state: { keepsScroll: true } })}
      />
    </Suspense>
  )
}

function SmallPrint() {
  const rate = useAtomValue(rateTextAtom)
  return (
    <p className="wallet-small">
      {assetsText.holdings.small} <span data-error={rate?.isError || undefined}>{rate?.text}</span>
    </p>
  )
}
