/** Colours as RGB numbers, and contrast as WCAG 2.2 defines it. */

export type Color = readonly [red: number, green: number, blue: number]

const BLACK: Color = [0, 0, 0]
const WHITE: Color = [255, 255, 255]
const STEP = 0.02

/** `#rgb` or `#rrggbb`. */
export function parseColor(text: string | undefined): Color | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text?.trim() ?? '')?.[1]
  if (digits === undefined) return undefined
  const [red, green, blue] = digits.match(digits.length === 3 ? /./g : /../g) ?? []
  const value = (pair = '') => Number.parseInt(pair.length === 1 ? pair + pair : pair, 16)
  return [value(red), value(green), value(blue)]
}

export const colorText = (color: Color): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** `over` with opacity `share` on `under`, in whole numbers, as `colorText` writes it. */
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

/** How light it looks, 0 to 100: the L* of CIELAB. */
export function lightness(color: Color): number {
  const light = luminance(color)
  return light > 0.008856 ? 116 * Math.cbrt(light) - 16 : 903.3 * light
}

/** Black or white, whichever has more contrast with `color`. */
export const awayFrom = (color: Color): Color => (contrast(color, WHITE) > contrast(color, BLACK) ? WHITE : BLACK)

/** The first mix of `color` toward `toward`, in steps of 2 %, that fits; `toward` when none does. */
export function moveUntil(color: Color, toward: Color, fits: (color: Color) => boolean): Color {
  for (let share = 0; share < 1; share += STEP) {
    const moved = mix(toward, color, share)
    if (fits(moved)) return moved
  }
  return toward
}
