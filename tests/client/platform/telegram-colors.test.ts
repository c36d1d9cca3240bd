import { expect, test } from 'vitest'
import { type Color, contrast, lightness, luminance, mix, parseColor } from '../../../src/client/platform/contrast.ts'
import { legibleOn, mixedTokens, telegramColors, themeOf } from '../../../src/client/platform/telegram-colors.ts'
import fc from '../../fixtures/fast-check.ts'

const color = (text: string | undefined): Color => parseColor(text) ?? [Number.NaN, Number.NaN, Number.NaN]

test('Contrast and luminance follow WCAG', () => {
  expect(contrast(color('#000'), color('#ffffff'))).toBeCloseTo(21, 5)
  expect(contrast(color('#777777'), color('#fff'))).toBeCloseTo(4.48, 2)
  expect(luminance(color('#ff0000'))).toBeCloseTo(0.2126, 4)
  expect([parseColor('red'), parseColor('#12345'), parseColor(undefined)]).toEqual([undefined, undefined, undefined])
})

test('A readable theme is not changed', () => {
  const dark = { bg_color: '#17212b', secondary_bg_color: '#0f1720', text_color: '#f5f5f5', link_color: '#6ab3f3' }
  expect(telegramColors({ ...dark, button_color: '#3b74ad', button_text_color: '#ffffff' })).toMatchObject({
    'bg-color': '#17212b',
    'secondary-bg-color': '#0f1720',
    'text-color': '#f5f5f5',
    'link-color': '#6ab3f3',
    'button-color': '#3b74ad',
    'button-text-color': '#ffffff',
  })
  expect([themeOf(dark), themeOf({ bg_color: '#ffffff' }), themeOf({})]).toEqual(['dark', 'light', 'dark'])
})

test('A light theme without a text color gets black text', () => {
  const { 'text-color': text, 'bg-color': bg } = telegramColors({ bg_color: '#fafafa' })
  expect([text, bg]).toEqual(['#000000', '#fafafa'])
})

test('A card differs from the background, also where both colors of Telegram are the same', () => {
  for (const bg_color of ['#ffffff', '#000000', '#17212b'])
    for (const secondary_bg_color of [bg_color, undefined])
      expect(telegramColors({ bg_color, secondary_bg_color })['secondary-bg-color']).not.toBe(bg_color)
})

// Medium backgrounds are left out: no text color has enough contrast on them.
const background = fc.oneof(fc.integer({ min: 0, max: 45 }), fc.integer({ min: 235, max: 255 })).map((value) => {
  const pair = value.toString(16).padStart(2, '0')
  return `#${pair}${pair}${pair}`
})
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('Text, links, buttons and rise and fall colors are readable in every theme', () => {
  const themes = fc.record({
    bg_color: background,
    text_color: colour,
    link_color: colour,
    button_color: colour,
    button_text_color: colour,
  })
  fc.assert(
    fc.property(themes, colour, (theme, rise) => {
      const own = telegramColors(theme)
      const at = (name: string) => color(own[`${name}-color`])
      const bg = at('bg')
      expect(contrast(mix(at('text'), bg, 0.62), bg)).toBeGreaterThanOrEqual(4.49)
      expect(contrast(at('link'), bg)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(at('section-header-text'), bg)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(at('button-text'), at('button'))).toBeGreaterThanOrEqual(4.5)
      const up = color(legibleOn(rise, own, themeOf(theme)))
      expect(contrast(up, bg)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 500 },
  )
})

/** The theme with the tokens that the page mixes from it. */
function groundsOf(theme: Parameters<typeof telegramColors>[0]) {
  const own = telegramColors(theme)
  const [bg = '', surface = '', text = '', accent = ''] = ['bg', 'secondary-bg', 'text', 'button'].map(
    (name) => own[`${name}-color`],
  )
  const fixed = { up: '#35c98f', down: '#ff7384', warn: '#f0c35a', danger: '#ff7384' }
  return {
    bg,
    surface,
    link: own['link-color'],
    tokens: mixedTokens({ bg, surface, text, accent, ...fixed }, themeOf(theme)),
  }
}

test('Tiles, chips and soft keys are apart from the page and from cards, and readable, in every theme', () => {
  const themes = fc.record({
    bg_color: background,
    secondary_bg_color: background,
    text_color: colour,
    button_color: colour,
  })
  const isOneTheme = ({ bg_color, secondary_bg_color }: { bg_color: string; secondary_bg_color: string }) =>
    luminance(color(bg_color)) > 0.4 === luminance(color(secondary_bg_color)) > 0.4
  fc.assert(
    fc.property(themes.filter(isOneTheme), (theme) => {
      const { bg, surface, link, tokens } = groundsOf(theme)
      for (const token of ['raised', 'skeleton', 'accent-soft'])
        for (const ground of [bg, surface])
          expect(Math.abs(lightness(color(tokens[token])) - lightness(color(ground)))).toBeGreaterThanOrEqual(6)
      expect(contrast(color(link), color(tokens['accent-soft']))).toBeGreaterThanOrEqual(4.5)
      for (const token of ['text-2', 'text-3'])
        expect(contrast(color(tokens[token]), color(tokens.raised))).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 300 },
  )
})

test("What is on a card has the hue of Telegram's grey, and is not darker than it needs to be", () => {
  const { surface, tokens } = groundsOf({ bg_color: '#ffffff', secondary_bg_color: '#efeff4', text_color: '#000000' })
  for (const token of ['raised', 'pressed', 'line']) {
    const [red, , blue] = color(tokens[token])
    expect(blue - red).toBeGreaterThanOrEqual(3)
  }
  expect(lightness(color(surface)) - lightness(color(tokens.raised))).toBeLessThanOrEqual(8)
  expect(tokens.pressed).not.toBe(tokens.raised)
})

test('Mixed tokens are plain colors between the text and the background, also without color-mix', () => {
  const colors = {
    bg: '#000000',
    surface: '#000000',
    text: '#ffffff',
    accent: '#ff0000',
    up: '#00ff00',
    down: '#f00',
    warn: '#ff0',
    danger: '#f00',
  }
  const tokens = mixedTokens(colors, 'dark')
  expect(tokens).toMatchObject({
    'text-2': '#c7c7c7',
    'up-depth': '#002b00',
  })
  expect(mixedTokens(colors, 'light')['up-depth']).toBe('#002100')
  for (const value of Object.values(tokens)) expect(value).toMatch(/^#[0-9a-f]{6}$/)
})
