/** How the gallery looks: what the app sets on the root element for a user's preferences and host. */

import { applyTelegramColors } from '../platform/apply-telegram-colors.ts'
import type { Theme } from '../platform/platform.ts'
import type { Palette } from '../state/app/preferences.ts'

/** Telegram's cells have one design on iOS and another one elsewhere. */
type Host = 'browser' | 'ios' | 'android'

export type Look = { readonly Theme: Theme; readonly Palette: Palette; readonly Host: Host }

export const looks: { readonly [Part in keyof Look]: readonly Look[Part][] } = {
  Theme: ['dark', 'light'],
  Palette: ['default', 'blue-amber', 'red-up'],
  Host: ['browser', 'ios', 'android'],
}

/** The colours that a client of Telegram sends; all others get a default. */
const TELEGRAM_COLORS = { dark: {}, light: { bg_color: '#ffffff', secondary_bg_color: '#efeff4' } } as const

/** Telegram's name of its app; undefined in a browser. */
export const clientOf = ({ Host }: Look): string | undefined => (Host === 'browser' ? undefined : Host)

export function applyLook(look: Look): void {
  const root = document.documentElement
  // The colours of Telegram.
  root.removeAttribute('style')
  root.dataset.theme = look.Theme
  root.dataset.updown = look.Palette
  root.dataset.platform = 'browser'
  if (clientOf(look) !== undefined) applyTelegramColors(TELEGRAM_COLORS[look.Theme])
}
