/** Many guests who watch one pair. */

import { WebSocket } from 'ws'
import { GUEST } from '../../src/contract/socket.ts'

export const PAIR = 7

export type Crowd = { leave(): void }

const AT_ONCE = 50

/** Resolves when all of them are in. `heard` gets every message as it came. */
export async function openCrowd(address: string, count: number, heard: (text: string) => void): Promise<Crowd> {
  const sockets: WebSocket[] = []
  const url = `${address.replace('http', 'ws')}/ws/charts/${PAIR}/${GUEST}/`
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () => new WebSocket(url))
    await Promise.all(batch.map((socket) => opened(socket, heard)))
    sockets.push(...batch)
  }
  return {
    leave() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

function opened(socket: WebSocket, heard: (text: string) => void): Promise<unknown> {
  socket.on('message', (data) => heard(String(data)))
  return new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
}
