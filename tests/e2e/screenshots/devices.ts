import type { BrowserContextOptions } from 'playwright-core'

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  small: { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

export type Device = BrowserContextOptions & { readonly name: string }

/** The name is the end of the names of its pictures. */
export const DEVICES: readonly Device[] = Object.entries(SIZES).flatMap(([size, options]) =>
  (['dark', 'light'] as const).map((colorScheme) => ({ ...options, colorScheme, name: `${size}-${colorScheme}` })),
)
