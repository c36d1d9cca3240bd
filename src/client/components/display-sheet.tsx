import '../styles/display.css'
import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { hostAtom } from '../atoms/host.ts'
import { type Palette, paletteAtom, type ThemeChoice, themeChoiceAtom } from '../atoms/preferences.ts'
import { text } from '../text/en.ts'
import { languages, fiat as words } from '../text/en-assets.ts'
import { Icon } from '../ui/icon.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { CurrencyGrid } from './currency-grid.tsx'

const TABS = [
  { value: 'currency', name: words.currency },
  { value: 'language', name: words.language },
  { value: 'look', name: words.look },
] as const
type Tab = (typeof TABS)[number]['value']

const THEMES = (['system', 'dark', 'light'] as const).map((value) => ({ value, name: text.nav.themes[value] }))
const PALETTES = (['default', 'blue-amber', 'red-up'] as const).map((value) => ({
  value,
  name: text.nav.palettes[value],
}))

export default function DisplaySheet({ onClose }: { onClose: () => void }) {
  const [tab, choose] = useState<Tab>('currency')
  return (
    <Sheet title={text.nav.currency} close={text.close} onClose={onClose} isTall>
      <Tabs label={text.nav.currency} value={tab} tabs={TABS} onChoose={choose} panel="display-panel" />
      <div className="display" id="display-panel" role="tabpanel" aria-label={text.nav.currency}>
        {tab === 'currency' && <CurrencyGrid />}
        {tab === 'language' && <Languages />}
        {tab === 'look' && <Look />}
      </div>
    </Sheet>
  )
}

function Languages() {
  return (
    <ul className="languages">
      {languages.map(({ code, name }) => (
        <li key={code}>
          <button type="button" aria-pressed={code === 'en'} disabled={code !== 'en'}>
            <span lang={code}>{name}</span>
            {code === 'en' ? <Icon name="check" size={20} /> : <small>{words.soon}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Look() {
  const [theme, chooseTheme] = useAtom(themeChoiceAtom)
  const [palette, choosePalette] = useAtom(paletteAtom)
  const { miniApp } = useAtomValue(hostAtom).platform
  return (
    <>
      {!miniApp && (
        <>
          <h3>{text.nav.theme}</h3>
          <Segmented<ThemeChoice> label={text.nav.theme} value={theme} options={THEMES} onChoose={chooseTheme} />
        </>
      )}
      <h3>{text.nav.colors}</h3>
      <Segmented<Palette> label={text.nav.colors} value={palette} options={PALETTES} onChoose={choosePalette} />
    </>
  )
}
