/** The port. It is open before anything else is, so that whoever asks meanwhile hears that we are starting. */

import { createServer, type RequestListener, type Server } from 'node:http'
import { refusalText, refuse } from '../../contract/refusals.ts'
import type { ErrorBody, HealthView } from '../../contract/views.ts'

export type FrontDoor = {
  readonly server: Server
  /** `http://127.0.0.1:8080` */
  readonly address: string
  /** From now on this one answers. */
  answerWith(listener: RequestListener): void
  /** Nobody new comes in; whoever is still inside may finish. */
  close(): void
  /** And out. */
  clear(): void
}

/** An address that somebody else listens on. */
export class PortTaken extends Error {
  constructor(host: string, port: number) {
    super(`port ${port} on ${host} is in use: stop whoever listens there, or set PORT`)
  }
}

/** A whole request must be here after so long, so that slow senders cannot hold all connections. */
const REQUEST_MILLIS = 30_000

export async function openFrontDoor(host: string, port: number, health: () => HealthView): Promise<FrontDoor> {
  let answer: RequestListener = (request, response) => {
    const isHealth = /^\/health\/?(\?|$)/.test(request.url ?? '')
    const body: HealthView | ErrorBody = isHealth
      ? health()
      : { detail: refusalText(refuse('UNAVAILABLE')), code: 'UNAVAILABLE' }
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
    response.end(JSON.stringify(body))
  }
  const server = createServer({ requestTimeout: REQUEST_MILLIS }, (request, response) => answer(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortTaken(host, port) : error),
    )
    server.listen(port, host, resolve)
  })
  return {
    server,
    address: addressOf(server, host),
    answerWith(listener) {
      answer = listener
    },
    close() {
      server.close()
      server.closeIdleConnections()
    },
    clear: () => server.closeAllConnections(),
  }
}

function addressOf(server: Server, host: string): string {
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
