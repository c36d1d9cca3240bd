/** What is kept of whoever comes in, for its owner to recognise: a few words of the device, and the address in part. */

import { isIP } from 'node:net'
import { groupsOf } from '../client-address.ts'

export type Visitor = { readonly device: string; readonly ipMasked: string }

/** The first that fits: most browsers name others too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bTelegram/i, 'Telegram'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const UNKNOWN = 'Unknown device'
/** Longer ones are not browsers. */
const LONGEST_AGENT = 1_024

const first = (list: typeof BROWSERS, text: string): string | undefined => list.find(([shape]) => shape.test(text))?.[1]

/** `Chrome on Android`. Nothing of what was said is repeated. */
export function deviceOf(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, LONGEST_AGENT) ?? ''
  const [browser, system] = [first(BROWSERS, text), first(SYSTEMS, text)]
  if (browser === undefined) return system ?? UNKNOWN
  return system === undefined ? browser : `${browser} on ${system}`
}

/** `203.0.113.x`, `2001:db8:1::x`: what a provider gave to one customer is left out. */
export function maskedAddress(address: string): string {
  const family = isIP(address)
  if (family === 4) return address.replace(/\d+$/, 'x')
  return family === 6 ? `${groupsOf(address).slice(0, 3).join(':')}::x` : 'unknown'
}
