/**
 * The proxy of a cluster on this machine: clients reach the process that leads. It passes connections on as they are, so that the
 * exchange sees one address for all clients.
 *
 * usage: proxy.ts PORT PORT_OF_AN_EXCHANGE …
 */

import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { refusalText, refuse } from '../../contract/refusals.ts'

const HOST = '127.0.0.1'
const CHECK_MILLIS = 200
const ANSWER_MILLIS = 1_000
/** As the exchange itself answers while it cannot serve. */
const NOBODY_LEADS = JSON.stringify({ detail: refusalText(refuse('UNAVAILABLE')), code: 'UNAVAILABLE' })

const [port = 0, ...ports] = process.argv.slice(2).map(Number)
const connections = new Map<Socket, number>()
let leader: number | undefined

const leads = (exchange: number): Promise<boolean> =>
  fetch(`http://${HOST}:${exchange}/health?leads`, { signal: AbortSignal.timeout(ANSWER_MILLIS) }).then(
    ({ ok, body }) => {
      body?.cancel()
      return ok
    },
    () => false,
  )

function pass(client: Socket): void {
  client.on('error', () => client.destroy())
  if (leader === undefined) {
    const headers = `Content-Type: application/json\r\nContent-Length: ${NOBODY_LEADS.length}\r\nRetry-After: 1\r\nConnection: close`
    client.end(`HTTP/1.1 503 Service Unavailable\r\n${headers}\r\n\r\n${NOBODY_LEADS}`)
    return
  }
  const server = connect(leader, HOST)
  connections.set(client, leader)
  client.once('close', () => {
    connections.delete(client)
    server.destroy()
  })
  server.once('close', () => client.destroy())
  server.on('error', () => client.destroy())
  client.pipe(server).pipe(client)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))
createServer(pass).listen(port, HOST)
for (;;) {
  const answers = await Promise.all(ports.map(leads))
  leader = ports.find((_, index) => answers[index])
  // To a process that does not lead any more: the clients connect again.
  for (const [client, exchange] of connections) if (exchange !== leader) client.destroy()
  await pause(CHECK_MILLIS)
}
