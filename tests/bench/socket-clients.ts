/** Guest sockets that watch one pair. */

import { WebSocket } from 'ws'
import { GUEST } from '../../src/contract/socket.ts'

export const PAIR = 7

export type GuestSockets = { close(): void }

const AT_ONCE = 50

/** Resolves when all sockets are open. `onMessage` gets the text of every message. */
export async function openGuestSockets(
  address: string,
  count: number,
  onMessage: (text: string) => void,
): Promise<GuestSockets> {
  const sockets: WebSocket[] = []
  const url = `${address.replace('http', 'ws')}/ws/charts/${PAIR}/${GUEST}/`
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () => new WebSocket(url))
    await Promise.all(batch.map((socket) => opened(socket, onMessage)))
    sockets.push(...batch)
  }
  return {
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

function opened(socket: WebSocket, onMessage: (text: string) => void): Promise<unknown> {
  socket.on('message', (data) => onMessage(String(data)))
  return new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
}
