import { useAtom } from 'jotai'
import { type Palette, paletteAtom, type ThemeChoice, themeChoiceAtom } from '../atoms/preferences.ts'
import { text } from '../text/en.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Sheet } from '../ui/sheet.tsx'

const THEMES = (['system', 'dark', 'light'] as const).map((value) => ({ value, name: text.nav.themes[value] }))
const PALETTES = (['default', 'blue-amber', 'red-up'] as const).map((value) => ({
  value,
  name: text.nav.palettes[value],
}))

export default function DisplaySheet({ onClose }: { onClose: () => void }) {
  const [theme, chooseTheme] = useAtom(themeChoiceAtom)
  const [palette, choosePalette] = useAtom(paletteAtom)
  return (
    <Sheet title={text.nav.currency} close={text.close} onClose={onClose}>
      <div className="display">
        <p className="display-soon">
          <span>{text.soon.currency}</span>
          <span>USD · {text.opensSoon}</span>
        </p>
        <p className="display-soon">
          <span>{text.soon.language}</span>
          <span>English</span>
        </p>
        <h3>{text.nav.theme}</h3>
        <Segmented<ThemeChoice> label={text.nav.theme} value={theme} options={THEMES} onChoose={chooseTheme} />
        <h3>{text.nav.colors}</h3>
        <Segmented<Palette> label={text.nav.colors} value={palette} options={PALETTES} onChoose={choosePalette} />
      </div>
    </Sheet>
  )
}
