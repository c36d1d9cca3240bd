import { useAtom } from 'jotai'
import { useState } from 'react'
import { smallHiddenAtom } from '../../../state/app/preferences.ts'
import { assetsText } from '../../../text/assets.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { AssetList } from '../balance/asset-list.tsx'
import { AssetTable } from './asset-table.tsx'
import style from './assets-section.module.css'

/** The table of the assets, with a search and without small ones. */
export function AssetsSection() {
  const [search, setSearch] = useState('')
  const [isSmallHidden, hideSmall] = useAtom(smallHiddenAtom)
  return (
    <section aria-labelledby="wallet-assets">
      <header className={style.head}>
        <h2 id="wallet-assets">{assetsText.wallet.assets}</h2>
        <SearchField className={style.search} label={assetsText.wallet.search} value={search} onType={setSearch} />
        <Checkbox checked={isSmallHidden} onChange={hideSmall} title={assetsText.wallet.hideSmallHint}>
          {assetsText.wallet.hideSmall}
        </Checkbox>
      </header>
      <AssetList
        of="assets"
        search={search}
        onShowAll={() => {
          setSearch('')
          hideSmall(false)
        }}
      >
        {(assets) => <AssetTable assets={assets} search={search} />}
      </AssetList>
    </section>
  )
}
