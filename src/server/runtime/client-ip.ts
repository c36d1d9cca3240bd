/** The client's IP address: the nearest hop that is not a trusted proxy. Entries beyond it could be forged. */

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type IsTrusted = (address: string) => boolean

/** An address or a CIDR range, such as `::1` or `10.0.0.0/8`. */
export function isIpRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && maxBits > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
}

export function proxyMatcher(ranges: readonly string[]): IsTrusted {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (text) => {
    const address = unmapAddress(text)
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Follows `X-Forwarded-For` from the nearest hop, as long as each hop is a trusted proxy. */
export function clientIp({ socket, headers }: IncomingMessage, isTrusted: IsTrusted): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
  const hops = forwarded.split(',').map((hop) => hop.trim())
  let address = unmapAddress(socket.remoteAddress ?? '')
  while (isTrusted(address)) {
    const next = unmapAddress(hops.pop() ?? '')
    if (isIP(next) === 0) break
    address = next
  }
  return address
}

/** A dual-stack socket reports IPv4 addresses as `::ffff:a.b.c.d`. */
export const unmapAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** False for several Host headers: a proxy could read another one than this server. */
export const hasOneHost = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length <= 1

/** A host name or address of this machine only. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(unmapAddress(host))

const PROXY_HEADERS = /^(forwarded|via|x-forwarded-.*|x-real-ip|.*-connecting-ip|true-client-ip)$/

/** Sent by a browser on this machine, and not by a proxy or a page that points its own host name here. */
export function isLocalRequest({ socket, headers }: IncomingMessage): boolean {
  const hostname = /^(.*?)(:\d+)?$/.exec(headers.host ?? '')?.[1] ?? ''
  const isProxied = Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(hostname) && !isProxied
}

/** Rate limits count an IPv6 /64 as one address: a provider assigns it to a single customer. */
export const rateLimitKey = (address: string): string =>
  isIP(address) === 6 ? ipv6Groups(address).slice(0, 4).join(':') : address

/** The eight groups of an IPv6 address, without leading zeros. */
export function ipv6Groups(address: string): readonly string[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
