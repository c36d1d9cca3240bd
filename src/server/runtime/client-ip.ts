/** Whose request it is: the nearest address that is not a proxy of ours. What others write of themselves is not read. */

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type IsTrusted = (address: string) => boolean

/** `10.0.0.0/8`, `::1`: an address, or a range of them. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

export function trusts(ranges: readonly string[]): IsTrusted {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (said) => {
    const address = plainAddress(said)
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/** From the nearest hop outwards, as far as each vouches for the next. */
export function clientAddress({ socket, headers }: IncomingMessage, isTrusted: IsTrusted): string {
  const said = [headers['x-forwarded-for'] ?? []].flat().join(',')
  const hops = said.split(',').map((hop) => hop.trim())
  let address = plainAddress(socket.remoteAddress ?? '')
  while (isTrusted(address)) {
    const next = plainAddress(hops.pop() ?? '')
    if (isIP(next) === 0) break
    address = next
  }
  return address
}

/** A socket that takes both kinds shows IPv4 in the clothes of IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** One customer of a provider has a whole /64 of IPv6, so that is what counts as an address. */
export const addressKey = (address: string): string =>
  isIP(address) === 6 ? groupsOf(address).slice(0, 4).join(':') : address

/** The eight groups of an address of IPv6, without the zeros in front. */
export function groupsOf(address: string): readonly string[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
