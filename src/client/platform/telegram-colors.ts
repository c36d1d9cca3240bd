/**
 * The reader's Telegram theme as our style sheet takes it: what is missing gets a value that goes with the rest, and
 * what could not be read is moved until it can. Telegram promises neither.
 */

import { awayFrom, type Color, colorText, contrast, luminance, mix, movedUntil, readColor } from './legible.ts'
import type { Theme } from './platform.ts'

export type Colors = Readonly<Record<string, string | undefined>>

/** A page of this luminance is light. */
const LIGHT_FROM = 0.4
const TEXT = 4.5
const FILL = 3

// Telegram's own themes, for what a client does not say.
const USUAL = {
  dark: { bg: '#17212b', page: '#0f1720', text: '#f5f5f5', button: '#3b74ad', link: '#6ab3f3' },
  light: { bg: '#ffffff', page: '#efeff4', text: '#000000', button: '#1d74c2', link: '#1d6fba' },
} as const
const BACKGROUND = readColor(USUAL.dark.bg) as Color

/** How strong the tints of the style sheet are: quiet text, a soft fill, a fill behind figures. */
const QUIET = 0.62
const SOFT = { dark: 0.16, light: 0.09 } as const
const DEEP = { dark: 0.17, light: 0.13 } as const
const RAISED = 0.08

export const themeOf = (colors: Colors): Theme =>
  luminance(readColor(colors.bg_color) ?? BACKGROUND) > LIGHT_FROM ? 'light' : 'dark'

/** `--tg-theme-…` by its name. */
export function telegramColors(colors: Colors): Readonly<Record<string, string>> {
  const usual = USUAL[themeOf(colors)]
  const pick = (name: string, otherwise: string) => (readColor(colors[name]) ?? readColor(otherwise)) as Color
  const bg = pick('bg_color', usual.bg)
  const hasBg = readColor(colors.bg_color) !== undefined
  const page = pick('secondary_bg_color', hasBg ? colorText(bg) : usual.page)
  const section = pick('section_bg_color', colorText(bg))
  const bar = pick('bottom_bar_bg_color', colorText(bg))
  const grounds = [bg, page, section, bar]
  const away = awayFrom(bg)

  const text = movedUntil(pick('text_color', usual.text), away, (color) =>
    [...grounds, mix(color, bg, RAISED)].every((ground) => contrast(mix(color, bg, QUIET), ground) >= TEXT),
  )
  const [button, buttonText] = buttonColors(pick('button_color', usual.button), colors.button_text_color, grounds, away)
  const soft = mix(button, bg, SOFT[themeOf(colors)])
  const readable = (color: Color) => movedUntil(color, away, (moved) => isReadable(moved, [...grounds, soft]))
  const link = readable(pick('link_color', usual.link))
  const title = readable(pick('section_header_text_color', colorText(link)))
  return {
    'bg-color': colorText(bg),
    'secondary-bg-color': colorText(page),
    'section-bg-color': colorText(section),
    'bottom-bar-bg-color': colorText(bar),
    'text-color': colorText(text),
    'button-color': colorText(button),
    'button-text-color': colorText(buttonText),
    'link-color': colorText(link),
    'section-header-text-color': colorText(title),
  }
}

/** A colour of ours, such as that of a rise, on the reader's background and on its own tint there. */
export function legibleOn(color: string, telegram: Readonly<Record<string, string>>, theme: Theme): string {
  const own = readColor(color)
  const [bg, page, section] = ['bg-color', 'secondary-bg-color', 'section-bg-color'].map((name) =>
    readColor(telegram[name]),
  )
  if (!own || !bg || !page || !section) return color
  const fits = (moved: Color) => isReadable(moved, [bg, page, section, mix(moved, bg, DEEP[theme])])
  return colorText(movedUntil(own, awayFrom(bg), fits))
}

const isReadable = (color: Color, grounds: readonly Color[]): boolean =>
  grounds.every((ground) => contrast(color, ground) >= TEXT)

/** The fill stands out from the page, the words from the fill; where words cannot move any further, the fill does. */
function buttonColors(
  fill: Color,
  words: string | undefined,
  grounds: readonly Color[],
  away: Color,
): readonly [fill: Color, words: Color] {
  const seen = movedUntil(fill, away, (moved) => grounds.every((ground) => contrast(moved, ground) >= FILL))
  const said = readColor(words) ?? awayFrom(seen)
  const further = luminance(said) > luminance(seen) ? ([255, 255, 255] as const) : ([0, 0, 0] as const)
  const written = movedUntil(said, further, (moved) => contrast(moved, seen) >= TEXT)
  return [movedUntil(seen, awayFrom(written), (moved) => contrast(moved, written) >= TEXT), written]
}
