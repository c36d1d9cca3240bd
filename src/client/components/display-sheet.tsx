import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { hostAtom } from '../state/app/host.ts'
import { type Palette, paletteAtom, type ThemeChoice, themeChoiceAtom } from '../state/app/preferences.ts'
import { appText } from '../text/app.ts'
import { displayText, languages } from '../text/display.ts'
import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/overlays/sheet.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { CurrencyGrid } from './coins/currency-grid.tsx'
import style from './display-sheet.module.css'

const TABS = [
  { value: 'currency', name: displayText.currency },
  { value: 'language', name: displayText.language },
  { value: 'appearance', name: displayText.theme },
] as const
type Tab = (typeof TABS)[number]['value']

const THEMES = (['system', 'dark', 'light'] as const).map((value) => ({ value, name: displayText.themes[value] }))
const PALETTES = (['default', 'blue-amber', 'red-up'] as const).map((value) => ({
  value,
  name: displayText.palettes[value],
}))

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
      <div className={style.display} id="display-panel" role="tabpanel" aria-label={appText.nav.display}>
        {tab === 'currency' && <CurrencyGrid onChosen={onClose} />}
        {tab === 'language' && <Languages />}
        {tab === 'appearance' && <Appearance />}
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

function Appearance() {
  const [theme, chooseTheme] = useAtom(themeChoiceAtom)
  const [palette, choosePalette] = useAtom(paletteAtom)
  const { miniApp } = useAtomValue(hostAtom).platform
  return (
    <>
      {!miniApp && (
        <>
          <h3>{displayText.theme}</h3>
          <Segmented<ThemeChoice>
            className={style.choice}
            label={displayText.theme}
            value={theme}
            options={THEMES}
            onChoose={chooseTheme}
          />
        </>
      )}
      <h3>{displayText.colors}</h3>
      <Segmented<Palette>
        className={style.choice}
        label={displayText.colors}
        value={palette}
        options={PALETTES}
        onChoose={choosePalette}
      />
    </>
  )
}
