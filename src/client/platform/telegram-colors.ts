/**
 * The user's Telegram theme as CSS variables. Missing colours get defaults, and colours without enough contrast are
 * moved until they have it: Telegram guarantees neither.
 */

import { awayFrom, type Color, colorText, contrast, luminance, mix, moveUntil, parseColor } from './contrast.ts'
import type { Theme } from './platform.ts'

export type Colors = Readonly<Record<string, string | undefined>>

/** A background with more luminance than this is a light theme. */
const LIGHT_FROM = 0.4
/** Contrast ratios of WCAG AA. */
const TEXT = 4.5
const FILL = 3

// Colours of Telegram's own themes, for those a client does not send.
const DEFAULTS = {
  dark: { bg: '#17212b', surface: '#0f1720', text: '#f5f5f5', button: '#3b74ad', link: '#6ab3f3' },
  light: { bg: '#ffffff', surface: '#efeff4', text: '#000000', button: '#1d74c2', link: '#1d6fba' },
} as const
const BACKGROUND = parseColor(DEFAULTS.dark.bg) as Color

/** Opacities on the background: secondary text, a soft fill, a fill behind numbers. */
const QUIET = 0.62
const SOFT = { dark: 0.16, light: 0.09 } as const
const DEEP = { dark: 0.17, light: 0.13 } as const
const RAISED = 0.08
/** A card where Telegram's second background is its first one. */
const SURFACE = 0.04

/** Tokens that are the text with an opacity on the background. */
const OF_TEXT = {
  'text-2': 0.78,
  'text-3': QUIET,
  raised: RAISED,
  pressed: 0.14,
  line: 0.1,
  'line-strong': 0.48,
  skeleton: RAISED,
  hatch: 0.04,
  'chart-grid': 0.06,
}

/** A soft fill and a fill behind numbers of each of the app's colours. */
const TINT = { dark: 0.14, light: 0.09 } as const

type Mixed = 'bg' | 'text' | 'accent' | 'up' | 'down' | 'warn' | 'danger'

/** The tokens that are mixed of two colours, by name: older web views know no `color-mix`. */
export function mixedTokens(colors: Readonly<Record<Mixed, string>>, theme: Theme): Readonly<Record<string, string>> {
  const mixed = (name: Mixed, share: number) => {
    const [color, bg] = [parseColor(colors[name]), parseColor(colors.bg)]
    return color && bg ? colorText(mix(color, bg, share)) : colors[name]
  }
  const tokens: Record<string, string> = { 'accent-soft': mixed('accent', SOFT[theme]) }
  for (const [token, share] of Object.entries(OF_TEXT)) tokens[token] = mixed('text', share)
  for (const name of ['up', 'down', 'warn', 'danger'] as const) {
    tokens[`${name}-soft`] = mixed(name, TINT[theme])
    tokens[`${name}-depth`] = mixed(name, DEEP[theme])
  }
  return tokens
}

export const themeOf = (colors: Colors): Theme =>
  luminance(parseColor(colors.bg_color) ?? BACKGROUND) > LIGHT_FROM ? 'light' : 'dark'

/** Values by the name that follows `--tg-theme-`. */
export function telegramColors(colors: Colors): Readonly<Record<string, string>> {
  const defaults = DEFAULTS[themeOf(colors)]
  const pick = (name: string, otherwise: string) => (parseColor(colors[name]) ?? parseColor(otherwise)) as Color
  const bg = pick('bg_color', defaults.bg)
  const hasBg = parseColor(colors.bg_color) !== undefined
  const secondary = pick('secondary_bg_color', hasBg ? colorText(bg) : defaults.surface)
  const bar = pick('bottom_bar_bg_color', colorText(bg))
  const away = awayFrom(bg)
  const surface = colorText(secondary) === colorText(bg) ? mix(away, bg, SURFACE) : secondary
  const backgrounds = [bg, surface, bar]

  const text = moveUntil(pick('text_color', defaults.text), away, (color) =>
    [...backgrounds, mix(color, bg, RAISED)].every((background) => contrast(mix(color, bg, QUIET), background) >= TEXT),
  )
  const [button, buttonText] = buttonColors(
    pick('button_color', defaults.button),
    colors.button_text_color,
    backgrounds,
    away,
  )
  const soft = mix(button, bg, SOFT[themeOf(colors)])
  const readable = (color: Color) => moveUntil(color, away, (moved) => isReadable(moved, [...backgrounds, soft]))
  const link = readable(pick('link_color', defaults.link))
  const title = readable(pick('section_header_text_color', colorText(link)))
  return {
    'bg-color': colorText(bg),
    'secondary-bg-color': colorText(surface),
    'bottom-bar-bg-color': colorText(bar),
    'text-color': colorText(text),
    'button-color': colorText(button),
    'button-text-color': colorText(buttonText),
    'link-color': colorText(link),
    'section-header-text-color': colorText(title),
  }
}

/** One of the app's colours, moved until it is legible on the theme's backgrounds and on its own tint there. */
export function legibleOn(color: string, telegram: Readonly<Record<string, string>>, theme: Theme): string {
  const own = parseColor(color)
  const [bg, surface] = ['bg-color', 'secondary-bg-color'].map((name) => parseColor(telegram[name]))
  if (!own || !bg || !surface) return color
  const fits = (moved: Color) => isReadable(moved, [bg, surface, mix(moved, bg, DEEP[theme])])
  return colorText(moveUntil(own, awayFrom(bg), fits))
}

const isReadable = (color: Color, backgrounds: readonly Color[]): boolean =>
  backgrounds.every((background) => contrast(color, background) >= TEXT)

/** The fill contrasts with the page and the label with the fill. When the label is at its limit, the fill moves on. */
function buttonColors(
  fill: Color,
  textColor: string | undefined,
  backgrounds: readonly Color[],
  away: Color,
): readonly [fill: Color, label: Color] {
  const visible = moveUntil(fill, away, (moved) =>
    backgrounds.every((background) => contrast(moved, background) >= FILL),
  )
  const wanted = parseColor(textColor) ?? awayFrom(visible)
  const limit = luminance(wanted) > luminance(visible) ? ([255, 255, 255] as const) : ([0, 0, 0] as const)
  const label = moveUntil(wanted, limit, (moved) => contrast(moved, visible) >= TEXT)
  return [moveUntil(visible, awayFrom(label), (moved) => contrast(moved, label) >= TEXT), label]
}
