/**
 * Links inside Telegram. Web pages are opened by Telegram's client, addresses of Telegram in Telegram itself. No client opens
 * addresses for mail or for code apps: they are copied. All other schemes are not links.
 */

import type { Unsubscribe } from './platform.ts'

/** What a link becomes. `path`: within Telegram, as of a t.me address. */
type LinkTarget =
  | { readonly type: 'web'; readonly url: string }
  | { readonly type: 'telegram'; readonly path: string }
  | { readonly type: 'text'; readonly text: string }

const TELEGRAM_HOSTS: readonly string[] = ['t.me', 'telegram.me', 'telegram.dog']

/** Undefined for what is no link. */
export function targetOf(link: string, base: string): LinkTarget | undefined {
  const url = new URL(link, base)
  const { protocol, hostname, pathname, search, href } = url
  if (protocol === 'tg:') {
    const path = pathOfTg(url)
    return path === undefined ? undefined : { type: 'telegram', path }
  }
  if (protocol === 'mailto:') return { type: 'text', text: decodeURIComponent(pathname) }
  if (protocol === 'otpauth:') return { type: 'text', text: href }
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return TELEGRAM_HOSTS.includes(hostname) ? { type: 'telegram', path: pathname + search } : { type: 'web', url: href }
}

/** The path on t.me of `tg://resolve`, `tg://join` and `tg://msg_url`, which may be written without the slashes. */
function pathOfTg({ href }: URL): string | undefined {
  const [, action = '', query = ''] = /^tg:(?:\/\/)?([a-z_]+)\/?(?:\?(.*))?$/.exec(href) ?? []
  const parameters = new URLSearchParams(query)
  const take = (name: string): string | null => {
    const value = parameters.get(name)
    parameters.delete(name)
    return value
  }
  const [domain, phone, invite] = [take('domain'), take('phone'), take('invite')]
  const rest = String(parameters) === '' ? '' : `?${parameters}`
  if (action === 'msg_url') return `/share/url${rest}`
  if (action === 'join' && invite !== null) return `/+${invite}`
  if (action !== 'resolve') return undefined
  if (domain !== null) return `/${domain}${rest}`
  return phone === null ? undefined : `/+${phone}${rest}`
}

type LinkDeps = {
  readonly openWeb: (url: string) => void
  /** Undefined for clients that cannot: they open the web page of the address. */
  readonly openTelegram: ((path: string) => void) | undefined
  readonly copy: (text: string) => Promise<boolean>
}

type TelegramLinks = {
  open(link: string): void
  /** A link was copied, or copying failed. */
  onCopied(listener: (isCopied: boolean) => void): Unsubscribe
}

/** Also opens the links that the user presses: web views ignore `target="_blank"`, or leave the app for other schemes. */
export function openTelegramLinks({ openWeb, openTelegram, copy }: LinkDeps): TelegramLinks {
  const listeners = new Set<(isCopied: boolean) => void>()
  function open(link: string): void {
    const target = targetOf(link, window.location.href)
    if (target?.type === 'web') openWeb(target.url)
    if (target?.type === 'telegram') (openTelegram ?? ((path) => openWeb(`https://t.me${path}`)))(target.path)
    if (target?.type === 'text')
      void copy(target.text).then((isCopied) => {
        for (const listener of listeners) listener(isCopied)
      })
  }
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement)) return
    if (link.target !== '_blank' && ['http:', 'https:'].includes(link.protocol)) return
    event.preventDefault()
    open(link.href)
  })
  return {
    open,
    onCopied(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
