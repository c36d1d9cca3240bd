/**
 * Operator access to the running server through a socket in DATA_DIR that only the owner of the server can open. Actions
 * are executed one after the other, so that one that reads before it changes cannot be overtaken by another.
 */

import { createServer, type Socket } from 'node:net'
import type { Log } from '../runtime/log.ts'
import { settledWithin } from '../runtime/settled-within.ts'
import type { ActionName, ExecuteAction } from './actions.ts'
import { parseRequest } from './parse-request.ts'
import { MAX_REQUEST_BYTES, type OperatorReply, type OperatorRequest, socketPath } from './protocol.ts'
import { listenPrivately } from './socket-file.ts'

export type OperatorSocket = {
  /** Answers what is being executed, refuses the rest and removes the socket. */
  stop(): Promise<void>
}

type SocketDeps = {
  readonly dataDir: string
  readonly execute: ExecuteAction
  readonly log: Log
  /** Overridden by tests. */
  readonly requestMillis?: number
}

const MAX_CONNECTIONS = 16
/** From the connection to the end of the request, and again from the reply to the end of the connection. */
const REQUEST_MILLIS = 5_000
/** At a stop: less than the timeout of the whole stop. */
const ANSWER_MILLIS = 1_000

const refusal = (text: string): OperatorReply => ({ ok: false, text, outcome: 'refused' })
const STOPPING = refusal('the exchange is stopping: nothing was done')

export async function openOperatorSocket(deps: SocketDeps): Promise<OperatorSocket> {
  const { log, requestMillis = REQUEST_MILLIS } = deps
  const place = socketPath(deps.dataDir)
  if ('problem' in place) {
    log.warn({ event: 'operator.unavailable', reason: place.problem }, 'the server runs without operator access')
    return { stop: async () => undefined }
  }
  /** The value is true from the moment the request is complete. */
  const connections = new Map<Socket, boolean>()
  let running: Promise<unknown> = Promise.resolve()
  let isStopping = false

  function answer(socket: Socket, reply: OperatorReply): void {
    if (socket.writableEnded) return
    socket.setTimeout(requestMillis, () => socket.destroy())
    socket.end(`${JSON.stringify(reply)}\n`)
  }

  /** After all earlier requests. */
  function execute(socket: Socket, request: OperatorRequest): void {
    running = running.then(async () => answer(socket, isStopping ? STOPPING : await executeLogged(deps, request)))
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    if (connections.size >= MAX_CONNECTIONS) return answer(socket, refusal('too many operators are connected'))
    connections.set(socket, false)
    socket.once('close', () => connections.delete(socket))
    receiveLine(socket, requestMillis, (line) => {
      connections.set(socket, true)
      const request = typeof line === 'string' ? parseRequest(line) : line
      if ('problem' in request) answer(socket, refusal(request.problem))
      else execute(socket, request)
    })
  })
  const file = await listenPrivately(server, place.path)
  server.on('error', (err) => log.error({ event: 'operator.failed', err }, 'the operator socket failed'))

  return {
    async stop() {
      isStopping = true
      file.remove()
      server.close()
      for (const [socket, isComplete] of connections) if (!isComplete) answer(socket, STOPPING)
      await settledWithin([running], ANSWER_MILLIS)
      for (const socket of connections.keys()) socket.destroySoon()
    },
  }
}

/** Calls `onLine` once: with the first line, or with what is wrong with it. */
function receiveLine(
  socket: Socket,
  timeoutMillis: number,
  onLine: (line: string | { readonly problem: string }) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  const finish = (line: string | { readonly problem: string }): void => {
    clearTimeout(timer)
    socket.off('data', receive).off('end', end).resume()
    onLine(line)
  }
  const receive = (chunk: Buffer): void => {
    const newline = chunk.indexOf('\n')
    chunks.push(newline === -1 ? chunk : chunk.subarray(0, newline))
    size += chunks.at(-1)?.length ?? 0
    if (size > MAX_REQUEST_BYTES) finish({ problem: `a request has at most ${MAX_REQUEST_BYTES} bytes` })
    else if (newline !== -1) finish(Buffer.concat(chunks).toString())
  }
  const end = (): void => finish({ problem: 'the request ended before its line was complete' })
  const timer = setTimeout(finish, timeoutMillis, { problem: 'no complete request arrived in time' })
  socket.once('close', () => clearTimeout(timer))
  socket.on('data', receive).once('end', end)
}

async function executeLogged({ execute, log }: SocketDeps, request: OperatorRequest): Promise<OperatorReply> {
  const { action, operator, reason } = request
  const reply = await execute(request).catch((err: unknown): OperatorReply => {
    log.error({ event: 'operator.action_failed', action, err }, 'an operator action failed')
    return { ok: false, text: `the action failed: ${err instanceof Error ? err.message : err}`, outcome: 'unknown' }
  })
  const outcome = reply.ok ? 'done' : reply.outcome
  log.info({ event: 'operator.action', action: action as ActionName, operator, reason, outcome }, 'an operator action')
  return reply
}
