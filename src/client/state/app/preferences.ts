/** What the reader likes: theme, colours, currency, hidden amounts. Kept on this device. */

import { atom } from 'jotai'
import { hostAtom } from './host.ts'
import { keptAtom, keptFlag } from './kept.ts'

export type ThemeChoice = 'system' | 'dark' | 'light'
export type Palette = 'default' | 'blue-amber' | 'red-up'

const themeKept = keptAtom<ThemeChoice>(
  'theme',
  (text) => (text === 'dark' || text === 'light' ? text : 'system'),
  (choice) => (choice === 'system' ? null : choice),
)
const paletteKept = keptAtom<Palette>(
  'updown',
  (text) => (text === 'blue-amber' || text === 'red-up' ? text : 'default'),
  (palette) => (palette === 'default' ? null : palette),
)

export const themeChoiceAtom = atom(
  (get) => get(themeKept),
  (_get, set, choice: ThemeChoice) => {
    set(themeKept, choice)
    set(paintAtom)
  },
)

export const paletteAtom = atom(
  (get) => get(paletteKept),
  (_get, set, palette: Palette) => {
    set(paletteKept, palette)
    set(paintAtom)
  },
)

/** Puts theme and palette where the style sheet reads them. */
export const paintAtom = atom(null, (get) => {
  const choice = get(themeKept)
  const { hostTheme, miniApp } = get(hostAtom).platform
  const theme = miniApp || choice === 'system' ? hostTheme() : choice
  const root = document.documentElement
  root.dataset.theme = theme
  root.dataset.updown = get(paletteKept)
  miniApp?.paint()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#ffffff' : '#0b0c0f')
})

export const DOLLARS = 'USD'

/** The code of the money in which amounts are also shown. */
export const selectedCurrencyAtom = keptAtom<string>(
  'selectedCurrency',
  (text) => (text !== null && /^[A-Z]{3}$/.test(text) ? text : DOLLARS),
  (code) => code,
)

/** The total in the reader's money first, and in USDT beside it. */
export const totalInFiatAtom = keptFlag('totalInFiat')
export const amountsHiddenAtom = keptFlag('amountsHidden')
export const smallHiddenAtom = keptFlag('smallHidden')
export const ordersOfThisPairAtom = keptFlag('ordersOfThisPair')
/** The first market order is always confirmed; later ones only above 1% slippage, when the reader said so. */
export const confirmOnlyAboveAtom = keptFlag('confirmOnlyAbove')
