import type { BrowserContextOptions } from 'playwright-core'
import { DARK, LIGHT, PROFILES, type Profile } from '../../fixtures/browser/telegram-host.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
const SIZES = {
  phone: PHONE,
  small: { ...PHONE, viewport: { width: 360, height: 640 } },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

export type Device = {
  /** The end of the names of its pictures. */
  readonly name: string
  readonly options: BrowserContextOptions
  /** Of the Telegram client that the app runs in; undefined in a browser. */
  readonly profile?: Profile
}

const IN_BROWSERS: readonly Device[] = Object.entries(SIZES).flatMap(([size, options]) =>
  (['dark', 'light'] as const).map((colorScheme) => ({
    name: `${size}-${colorScheme}`,
    options: { ...options, colorScheme },
  })),
)

const inTelegram = (name: string, colors: Profile['colors']): Device => {
  const answers = {
    ...PROFILES.ios.answers,
    web_app_request_theme: ['theme_changed', { theme_params: colors }],
  } as const
  return { name, options: PHONE, profile: { ...PROFILES.ios, colors, answers } }
}

export const DEVICES: readonly Device[] = [
  ...IN_BROWSERS,
  inTelegram('telegram-dark', DARK),
  inTelegram('telegram-light', LIGHT),
]
