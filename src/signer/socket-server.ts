/**
 * Answers requests on a Unix socket that only its owner can open, and the members of a group if one is given. A line that is
 * not from the server ends its connection.
 */

import { chmodSync, chownSync, lstatSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Signer } from './answers.ts'
import { MAX_LINE_BYTES, openRequest, seal } from './protocol.ts'

const MAX_CONNECTIONS = 16
const RETRY_MILLIS = 100
const ATTEMPTS = 50

type SocketDeps = {
  readonly signer: Pick<Signer, 'answer'>
  readonly token: string
  /** The group that may use the socket; undefined: only the owner. */
  readonly gid: number | undefined
  /** Called if an answer fails, for example because the disk is full. The process must end. */
  readonly onFailed: (error: unknown) => void
}

/** Waits up to five seconds for a signer that is about to end. Call with a umask of 0o077. */
export async function listen(path: string, deps: SocketDeps): Promise<Server> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() === false)
    throw new Error(`${path} is not a socket: remove it, or set another SIGNER_SOCKET`)
  for (let attempt = 1; await accepts(path); attempt++) {
    if (attempt === ATTEMPTS) throw new Error(`another signer uses ${path}`)
    await pause(RETRY_MILLIS)
  }
  rmSync(path, { force: true })
  const server = createServer((socket) => serve(socket, deps))
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  if (deps.gid !== undefined) {
    chownSync(path, process.getuid?.() ?? 0, deps.gid)
    chmodSync(path, 0o660)
  }
  return server
}

const accepts = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

function serve(socket: Socket, deps: SocketDeps): void {
  let rest = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end)
      rest = rest.subarray(end + 1)
      if (line.length > MAX_LINE_BYTES) socket.destroy()
      else reply(socket, deps, line.toString('utf8'))
    }
    if (rest.length > MAX_LINE_BYTES) socket.destroy()
  })
}

function reply(socket: Socket, { signer, token, onFailed }: SocketDeps, line: string): void {
  const request = openRequest(token, line)
  if (request === undefined) {
    socket.destroy()
    return
  }
  signer.answer(request).then((answer) => {
    if (!socket.destroyed) socket.write(seal(token, 'reply', answer))
  }, onFailed)
}
