/** Preferences of this device: theme, palette, currency, hidden amounts. */

import { atom } from 'jotai'
import { hostAtom } from './host.ts'
import { persistedAtom, persistedFlag } from './persisted-atom.ts'

export type ThemeChoice = 'system' | 'dark' | 'light'
export type Palette = 'default' | 'blue-amber' | 'red-up'

const storedTheme = persistedAtom<ThemeChoice>(
  'theme',
  (text) => (text === 'dark' || text === 'light' ? text : 'system'),
  (choice) => (choice === 'system' ? null : choice),
)
const storedPalette = persistedAtom<Palette>(
  'updown',
  (text) => (text === 'blue-amber' || text === 'red-up' ? text : 'default'),
  (palette) => (palette === 'default' ? null : palette),
)

export const themeChoiceAtom = atom(
  (get) => get(storedTheme),
  (_get, set, choice: ThemeChoice) => {
    set(storedTheme, choice)
    set(applyThemeAtom)
  },
)

export const paletteAtom = atom(
  (get) => get(storedPalette),
  (_get, set, palette: Palette) => {
    set(storedPalette, palette)
    set(applyThemeAtom)
  },
)

/** Sets theme and palette on the root element, for the style sheet. */
export const applyThemeAtom = atom(null, (get) => {
  const choice = get(storedTheme)
  const { hostTheme, miniApp } = get(hostAtom).platform
  const theme = miniApp || choice === 'system' ? hostTheme() : choice
  const root = document.documentElement
  root.dataset.theme = theme
  root.dataset.updown = get(storedPalette)
  miniApp?.applyTheme()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#ffffff' : '#0b0c0f')
})

export const DOLLARS = 'USD'

/** Code of the fiat currency in which amounts are also shown. */
export const selectedCurrencyAtom = persistedAtom<string>(
  'selectedCurrency',
  (text) => (text !== null && /^[A-Z]{3}$/.test(text) ? text : DOLLARS),
  (code) => code,
)

/** Shows the total in the fiat currency first, with USDT as the second amount. */
export const totalInFiatAtom = persistedFlag('totalInFiat')
export const amountsHiddenAtom = persistedFlag('amountsHidden')
export const smallHiddenAtom = persistedFlag('smallHidden')
/** Kept, so that Back and a reload find the same list. */
export const emptyCoinsOpenAtom = persistedFlag('emptyCoinsOpen')
export const ordersOfThisPairAtom = persistedFlag('ordersOfThisPair')
/** The first market order always needs confirmation; with this set, later ones only above 1 % slippage. */
export const confirmOnlyAboveAtom = persistedFlag('confirmOnlyAbove')
