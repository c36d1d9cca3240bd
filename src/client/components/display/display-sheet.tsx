import { useState } from 'react'
import { appText } from '../../text/app.ts'
import { displayText, languages } from '../../text/display.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CurrencyGrid } from '../coins/currency-grid.tsx'
import { Appearance } from './appearance.tsx'
import style from './display-sheet.module.css'

const TABS = [
  { value: 'currency', name: displayText.currency },
  { value: 'language', name: displayText.language },
  { value: 'appearance', name: displayText.theme },
] as const
type Tab = (typeof TABS)[number]['value']

export default function DisplaySheet({ onClose }: { onClose: () => void }) {
  const [tab, choose] = useState<Tab>('currency')
  return (
    <Sheet title={appText.nav.display} close={appText.close} onClose={onClose} isTall>
      <Tabs
        className={style.tabs}
        label={appText.nav.display}
        value={tab}
        tabs={TABS}
        onChoose={choose}
        panel="display-panel"
      />
      <div id="display-panel" role="tabpanel" aria-label={appText.nav.display}>
        {tab === 'currency' && <CurrencyGrid onChosen={onClose} />}
        {tab === 'language' && <Languages />}
        {tab === 'appearance' && (
          <div className={style.appearance}>
            <Appearance />
          </div>
        )}
      </div>
    </Sheet>
  )
}

function Languages() {
  return (
    <ul className={style.languages}>
      {languages.map(({ code, name }) => (
        <li key={code}>
          <button type="button" aria-pressed={code === 'en'} disabled={code !== 'en'}>
            <span lang={code}>{name}</span>
            {code === 'en' ? (
              <Icon name="check" size={20} className={style.check} />
            ) : (
              <small>{displayText.soon}</small>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
