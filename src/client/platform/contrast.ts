/** Colours as numbers, and how to move one until it can be read: contrast as WCAG 2.2 defines it. */

export type Color = readonly [red: number, green: number, blue: number]

export const BLACK: Color = [0, 0, 0]
export const WHITE: Color = [255, 255, 255]
const STEP = 0.02

/** `#rgb` or `#rrggbb`. */
export function readColor(text: string | undefined): Color | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text?.trim() ?? '')?.[1]
  if (digits === undefined) return undefined
  const [red, green, blue] = digits.match(digits.length === 3 ? /./g : /../g) ?? []
  const value = (pair = '') => Number.parseInt(pair.length === 1 ? pair + pair : pair, 16)
  return [value(red), value(green), value(blue)]
}

export const colorText = (color: Color): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** So much of one over the other, rounded, because that is what will be written. */
export const mix = (over: Color, under: Color, share: number): Color => {
  const part = (index: 0 | 1 | 2) => Math.round(over[index] * share + under[index] * (1 - share))
  return [part(0), part(1), part(2)]
}

export function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Where a colour has to go to stand out from this one. */
export const awayFrom = (color: Color): Color => (contrast(color, WHITE) > contrast(color, BLACK) ? WHITE : BLACK)

/** The colour itself when it fits, else the first one on its way that does, else the end of the way. */
export function movedUntil(color: Color, toward: Color, fits: (color: Color) => boolean): Color {
  for (let share = 0; share < 1; share += STEP) {
    const moved = mix(toward, color, share)
    if (fits(moved)) return moved
  }
  return toward
}
