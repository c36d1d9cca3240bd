/**
 * How many connections the HTTP port accepts. Each needs a file descriptor, and a second one while a file is sent: without a
 * limit, idle connections would use up those of the database and shut all users out.
 */

import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { type IsTrusted, proxyMatcher, rateLimitKey, unmapAddress } from '../runtime/client-ip.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'

export type ConnectionLimits = {
  /** In all, WebSockets included. */
  readonly total: number
  /** From one address, or one /64 block of IPv6. */
  readonly perAddress: number
  /** Proxies carry the connections of all users, so only `total` counts for them. */
  readonly isTrusted: IsTrusted
  /** Called for each connection that is closed at once. */
  readonly onRefused: (address: string) => void
}

/** For the database, the journal, chains, the signer and files of the server itself. */
const OWN_DESCRIPTORS = 100
const MAX_TOTAL = 10_000
/** More than `SOCKET_LIMITS` allows, and the requests beside: an office may share one address. */
const MAX_PER_ADDRESS = 200
const MIN_TOTAL = 20
const LOG_PAUSE_MILLIS = 60_000

/** What this process can serve: 220 descriptors allow 60 connections, 15 of them from one address. */
export function connectionCounts(descriptors = maxDescriptors()): Pick<ConnectionLimits, 'total' | 'perAddress'> {
  const total = Math.max(MIN_TOTAL, Math.min(MAX_TOTAL, Math.floor((descriptors - OWN_DESCRIPTORS) / 2)))
  return { total, perAddress: Math.min(MAX_PER_ADDRESS, Math.floor(total / 4)) }
}

/** Of a server with these settings. A refusal is logged at most once a minute. */
export function connectionLimits(config: Pick<Config, 'trustedProxies' | 'rateLimits'>, log: Log): ConnectionLimits {
  const { total, perAddress } = connectionCounts()
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    total,
    perAddress: config.rateLimits ? perAddress : total,
    isTrusted: proxyMatcher(config.trustedProxies),
    onRefused(address) {
      const moment = performance.now()
      if (moment - loggedAt < LOG_PAUSE_MILLIS) return
      loggedAt = moment
      log.warn({ event: 'http.connection_refused', address, total, perAddress }, 'closing connections above the limits')
    },
  }
}

/** Node raises the soft limit to the hard one when it starts. */
function maxDescriptors(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

export function limitConnections(server: Server, { total, perAddress, isTrusted, onRefused }: ConnectionLimits): void {
  const open = new Map<string, number>()
  server.maxConnections = total
  server.on('drop', (socket) => onRefused(unmapAddress(socket?.remoteAddress ?? '')))
  server.prependListener('connection', (socket) => {
    const address = unmapAddress(socket.remoteAddress ?? '')
    if (isTrusted(address)) return
    const key = rateLimitKey(address)
    const count = (open.get(key) ?? 0) + 1
    if (count > perAddress) {
      onRefused(address)
      socket.destroy()
      return
    }
    open.set(key, count)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left === 0) open.delete(key)
      else open.set(key, left)
    })
  })
}
