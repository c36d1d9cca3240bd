/** The HTTP port. It is opened before everything else, so that clients get 503 and `starting` during the start. */

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { HealthView } from '../../contract/api.ts'
import type { ErrorBody } from '../../contract/call.ts'
import { refusalText, refuse } from '../../contract/refusals.ts'
import { hasOneHost, isLoopback } from '../runtime/client-ip.ts'
import { settledWithin } from '../runtime/settled-within.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'

export type HttpListener = {
  readonly server: Server
  /** `http://127.0.0.1:8080` */
  readonly address: string
  /** The address on this machine, for links while no public address is set. */
  readonly loopbackAddress: string
  /** Replaces the handler that answers 503. */
  setHandler(handler: RequestListener): void
  /** Accepts no new connections; running requests may finish. */
  close(): void
  /** Resolves when the running requests are answered, or after `ANSWER_TIMEOUT_MILLIS`. */
  answered(): Promise<void>
  closeConnections(): void
}

export class PortInUse extends Error {
  constructor(host: string, port: number) {
    super(`port ${port} on ${host} is in use: stop the process that uses it, or set PORT`)
  }
}

/** Limits how long a slow client can hold a connection. */
const REQUEST_TIMEOUT_MILLIS = 30_000
/** A connection that sends no complete headers for so long is closed, also if it never sent anything. */
const SILENT_MILLIS = 15_000
/** How exactly the two are observed. */
const CHECK_MILLIS = 1_000
/** At a stop: less than the timeout of the whole stop. */
const ANSWER_TIMEOUT_MILLIS = 500

export async function openListener(
  host: string,
  port: number,
  health: () => HealthView,
  limits: ConnectionLimits,
  silentMillis = SILENT_MILLIS,
): Promise<HttpListener> {
  let handler: RequestListener = (request, response) => {
    const isHealth = /^\/health\/?(\?|$)/.test(request.url ?? '')
    const body: HealthView | ErrorBody = isHealth
      ? health()
      : { detail: refusalText(refuse('UNAVAILABLE')), code: 'UNAVAILABLE' }
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
    response.end(JSON.stringify(body))
  }
  const running = new Set<ServerResponse>()
  const timeouts = {
    requestTimeout: REQUEST_TIMEOUT_MILLIS,
    headersTimeout: silentMillis,
    connectionsCheckingInterval: Math.min(CHECK_MILLIS, silentMillis),
  }
  const server = createServer(timeouts, (request, response) => {
    running.add(response)
    response.once('close', () => running.delete(response))
    if (hasOneHost(request)) return handler(request, response)
    response.writeHead(400, { connection: 'close' }).end()
  })
  limitConnections(server, limits)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUse(host, port) : error),
    )
    server.listen(port, host, resolve)
  })
  return {
    server,
    address: addressOf(server, host),
    loopbackAddress: addressOf(server, isLoopback(host) ? host : '127.0.0.1'),
    setHandler(next) {
      handler = next
    },
    close() {
      server.close()
      server.closeIdleConnections()
    },
    answered: () =>
      settledWithin(
        Array.from(running, (response) => new Promise((resolve) => response.once('close', resolve))),
        ANSWER_TIMEOUT_MILLIS,
      ),
    closeConnections: () => server.closeAllConnections(),
  }
}

function addressOf(server: Server, host: string): string {
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
