import { useAtom, useAtomValue } from 'jotai'
import { hostAtom } from '../../state/app/host.ts'
import { type Palette, paletteAtom, type ThemeChoice, themeChoiceAtom } from '../../state/app/preferences.ts'
import { displayText } from '../../text/display.ts'
import { Segmented } from '../../ui/segmented.tsx'
import style from './appearance.module.css'

const THEMES = (['system', 'dark', 'light'] as const).map((value) => ({ value, name: displayText.themes[value] }))
const PALETTES = (['default', 'blue-amber', 'red-up'] as const).map((value) => ({
  value,
  name: displayText.palettes[value],
}))

/** Theme and price colours. Inside Telegram the theme is that of Telegram. */
export function Appearance() {
  const [theme, chooseTheme] = useAtom(themeChoiceAtom)
  const [palette, choosePalette] = useAtom(paletteAtom)
  const { miniApp } = useAtomValue(hostAtom).platform
  return (
    <div className={style.appearance}>
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
    </div>
  )
}
