/**
 * Links inside Telegram. Web pages are opened by Telegram's client, addresses of Telegram in Telegram itself. No client opens
 * addresses for mail or for code apps: they are copied. Other schemes and malformed addresses are not links.
 */

import { attempt } from './attempt.ts'
import type { Unsubscribe } from './platform.ts'

type LinkDeps = {
  readonly openWeb: (url: string) => void
  /** `path`: within Telegram, as of a t.me address. */
  readonly openTelegram: (path: string) => void
  readonly copy: (text: string) => void
}

const isWeb = (protocol: string): boolean => /^https?:$/.test(protocol)

export function openLink(link: string, { openWeb, openTelegram, copy }: LinkDeps): void {
  const url = attempt(() => new URL(link, document.baseURI))
  if (url === undefined) return
  const { protocol, hostname, pathname, search, href } = url
  if (protocol === 'tg:') void import('./telegram-scheme.ts').then(({ pathOf }) => openTelegram(pathOf(href)))
  if (protocol === 'mailto:') copy(attempt(() => decodeURIComponent(pathname)) ?? pathname)
  if (protocol === 'otpauth:') copy(href)
  if (!isWeb(protocol)) return
  if (/^(t\.me|telegram\.(me|dog))$/.test(hostname)) openTelegram(pathname + search)
  else openWeb(href)
}

/** Web views ignore `target="_blank"`, and leave the app for other schemes. */
export function interceptLinks(open: (link: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || (link.target !== '_blank' && isWeb(link.protocol))) return
    event.preventDefault()
    open(link.href)
  })
}

type CopyReport = {
  readonly copy: (text: string) => void
  /** A link was copied, or copying failed. For one listener. */
  onCopied(listener: (isCopied: boolean) => void): Unsubscribe
}

export function reportingCopy(copy: (text: string) => Promise<boolean>): CopyReport {
  let listener: ((isCopied: boolean) => void) | undefined
  return {
    copy: (text) => void copy(text).then((isCopied) => listener?.(isCopied)),
    onCopied(then) {
      listener = then
      return () => {
        listener = undefined
      }
    },
  }
}
