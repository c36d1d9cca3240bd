import type { AddressInfo } from 'node:net'
import { type WebSocket as Line, WebSocketServer } from 'ws'

/** A real socket server under our hand: what came in, and a way to answer. */
export async function socketWorld() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const lines: { readonly path: string; readonly line: Line; readonly heard: string[] }[] = []
  server.on('connection', (line, request) => {
    const heard: string[] = []
    lines.push({ path: request.url ?? '', line, heard })
    line.on('message', (data) => heard.push(String(data)))
  })
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    last: () => lines.at(-1)!,
    say: (message: object | string) =>
      lines.at(-1)!.line.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: () => {
      for (const { line } of lines) line.terminate()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const LONGEST_MILLIS = 5_000

/** Waits until it is so; fails with what was expected when it never is. */
export async function until(what: () => boolean, words = 'it to be so'): Promise<void> {
  const end = Date.now() + LONGEST_MILLIS
  while (!what()) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${words}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
