import './wallet.css'
import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { smallHiddenAtom } from '../../atoms/preferences.ts'
import { rateWordsAtom } from '../../atoms/rate-words.ts'
import { text } from '../../text/en.ts'
import { holdings } from '../../text/en-assets.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AssetList, type Holding } from './asset-list.tsx'
import { Shares } from './shares.tsx'
import { WalletBalance } from './wallet-balance.tsx'

const TABS = [
  { value: 'assets', name: text.wallet.assets },
  { value: 'positions', name: text.wallet.positions },
] as const

export default function WalletScreen() {
  const [tab, setTab] = useState<Holding>('assets')
  const [search, setSearch] = useState('')
  const [isSmallHidden, hideSmall] = useAtom(smallHiddenAtom)
  return (
    <div className="page wallet">
      <WalletBalance />
      <Shares />
      <div className="wallet-bar">
        <Tabs label={text.wallet.title} value={tab} tabs={TABS} onChoose={setTab} panel="wallet-list" />
        <Checkbox checked={isSmallHidden} onChange={hideSmall} title={text.wallet.hideSmallHint}>
          {text.wallet.hideSmall}
        </Checkbox>
      </div>
      <SearchField label={text.wallet.search} value={search} onType={setSearch} />
      <div id="wallet-list" role="tabpanel" aria-label={text.wallet.title}>
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
    </div>
  )
}

function SmallPrint() {
  const rate = useAtomValue(rateWordsAtom)
  return (
    <p className="wallet-small">
      {holdings.small} <span data-trouble={rate?.isTrouble || undefined}>{rate?.words}</span>
    </p>
  )
}
