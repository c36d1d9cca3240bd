import { type Colors, legibleOn, mixedTokens, telegramColors, themeOf } from './telegram-colors.ts'

const OWN_COLORS = ['up', 'down', 'warn', 'danger'] as const

/** Sets the variables of the style sheet from Telegram's theme. Returns its colours by the name that follows `--tg-theme-`. */
export function applyTelegramColors(theme: Colors): Readonly<Record<string, string>> {
  const { style, dataset } = document.documentElement
  const [colors, hostTheme] = [telegramColors(theme), themeOf(theme)]
  dataset.platform = 'telegram'
  for (const [name, color] of Object.entries(colors)) style.setProperty(`--tg-theme-${name}`, color)
  for (const name of OWN_COLORS) style.removeProperty(`--${name}`)
  const rules = getComputedStyle(document.documentElement)
  const own = (name: (typeof OWN_COLORS)[number]) => legibleOn(rules.getPropertyValue(`--${name}`), colors, hostTheme)
  const [up, down, warn, danger] = [own('up'), own('down'), own('warn'), own('danger')]
  const ground = {
    bg: colors['bg-color'] ?? '',
    surface: colors['secondary-bg-color'] ?? '',
    text: colors['text-color'] ?? '',
    accent: colors['button-color'] ?? '',
  }
  const tokens = { up, down, warn, danger, ...mixedTokens({ ...ground, up, down, warn, danger }, hostTheme) }
  for (const [name, color] of Object.entries(tokens)) style.setProperty(`--${name}`, color)
  return colors
}
