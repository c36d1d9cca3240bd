/** The device of a client. Its name and masked IP address are stored, so that users recognise their own sessions. */

import { isIP } from 'node:net'
import { ipv6Groups } from './client-ip.ts'

export type ClientDevice = {
  readonly name: string
  readonly ipMasked: string
  /** Key of its rate limits; stored only as a hash. */
  readonly address: string
  /** The id that the mini-app created and keeps, if the request has one. */
  readonly id?: string | undefined
  /** The device tokens that the client sent. */
  readonly tokens: readonly string[]
  /** Sends these device tokens with the reply. */
  remember(tokens: readonly string[]): void
}

/** The first match wins: most user agents also name other browsers. */
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
const MAX_USER_AGENT_LENGTH = 1_024

const firstMatch = (list: typeof BROWSERS, text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** For example `Chrome on Android`. No text of the user agent itself is returned. */
export function deviceOf(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? ''
  const [browser, system] = [firstMatch(BROWSERS, text), firstMatch(SYSTEMS, text)]
  if (browser === undefined) return system ?? UNKNOWN
  return system === undefined ? browser : `${browser} on ${system}`
}

/** `203.0.113.x`, `2001:db8:1::x`: the part that identifies a single customer is removed. */
export function maskedAddress(address: string): string {
  const family = isIP(address)
  if (family === 4) return address.replace(/\d+$/, 'x')
  return family === 6 ? `${ipv6Groups(address).slice(0, 3).join(':')}::x` : 'unknown'
}
