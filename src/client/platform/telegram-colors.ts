/**
 * The user's Telegram theme as CSS variables. Missing colours get defaults, and colours without enough contrast are
 * moved until they have it: Telegram guarantees neither.
 */

import {
  awayFrom,
  type Color,
  colorText,
  contrast,
  lightness,
  luminance,
  mix,
  moveUntil,
  parseColor,
} from './contrast.ts'
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

/** Opacities on the background: secondary text, a fill behind numbers. */
const QUIET = 0.62
const DEEP = { dark: 0.17, light: 0.13 } as const
/** How much lighter or darker a tile, a chip or a soft key is than the card or the page it is on. */
const APART = 6
/** A card where Telegram's second background is its first one. */
const SURFACE = 0.04

/** Tokens that are the text with an opacity on the background. */
const OF_TEXT = {
  'line-strong': 0.48,
  hatch: 0.04,
  'chart-grid': 0.06,
}

/** Secondary texts, moved toward the text where a tile or a chip needs it. */
const QUIET_TEXTS = { 'text-2': 0.78, 'text-3': QUIET }

/** Tokens that are also on cards: the text with an opacity on the ground of `groundOf`. */
const ON_CARDS = { line: 0.1, pressed: 0.16 }

/** A soft fill and a fill behind numbers of each of the app's colours. */
const TINT = { dark: 0.14, light: 0.09 } as const

type Mixed = 'bg' | 'surface' | 'text' | 'accent' | 'up' | 'down' | 'warn' | 'danger'

/** The tokens that are mixed of two colours, by name: older web views know no `color-mix`. */
export function mixedTokens(colors: Readonly<Record<Mixed, string>>, theme: Theme): Readonly<Record<string, string>> {
  const mixed = (name: Mixed, share: number) => {
    const [color, bg] = [parseColor(colors[name]), parseColor(colors.bg)]
    return color && bg ? colorText(mix(color, bg, share)) : colors[name]
  }
  const [bg, surface, text, accent] = [colors.bg, colors.surface, colors.text, colors.accent].map(parseColor)
  const tokens: Record<string, string> = {}
  if (bg && surface && text && accent) {
    const ground = groundOf(bg, surface, text)
    const raised = apart(ground, text)
    const quiet = (share: number) => moveUntil(mix(text, bg, share), text, (moved) => contrast(moved, raised) >= TEXT)
    for (const [token, share] of Object.entries(QUIET_TEXTS)) tokens[token] = colorText(quiet(share))
    for (const [token, share] of Object.entries(ON_CARDS)) tokens[token] = colorText(mix(text, ground, share))
    Object.assign(tokens, { raised: colorText(raised), skeleton: colorText(raised) })
    tokens['accent-soft'] = colorText(apart(groundOf(bg, surface, accent), accent))
  }
  for (const [token, share] of Object.entries(OF_TEXT)) tokens[token] = mixed('text', share)
  for (const name of ['up', 'down', 'warn', 'danger'] as const) {
    tokens[`${name}-soft`] = mixed(name, TINT[theme])
    tokens[`${name}-depth`] = mixed(name, DEEP[theme])
  }
  return tokens
}

/** The page or the card, whichever is nearer to `away`: what is apart from it on that side is apart from both. */
const groundOf = (bg: Color, surface: Color, away: Color): Color =>
  contrast(bg, away) < contrast(surface, away) ? bg : surface

/** The ground with as much of `color` as it takes to tell the two apart. It has the hue of both. */
const apart = (ground: Color, color: Color): Color =>
  moveUntil(ground, color, (moved) => Math.abs(lightness(moved) - lightness(ground)) >= APART)

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
    [...backgrounds, apart(groundOf(bg, surface, color), color)].every(
      (background) => contrast(mix(color, bg, QUIET), background) >= TEXT,
    ),
  )
  const [button, buttonText] = buttonColors(
    pick('button_color', defaults.button),
    colors.button_text_color,
    backgrounds,
    away,
  )
  const soft = apart(groundOf(bg, surface, button), button)
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
