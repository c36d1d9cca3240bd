/** WebSocket frames as bytes, as a client, a broken client or an enemy writes them. */

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

type Shape = {
  readonly opcode?: number
  /** The first bit: whether this is the last part of a message. */
  readonly final?: boolean
  /** Three bits that nobody agreed on. */
  readonly reserved?: number
  readonly masked?: boolean
  /** What it says its length is, whatever follows. */
  readonly says?: number
}

export function frame(payload: Buffer | string, shape: Shape = {}): Buffer {
  const { opcode = 1, final = true, reserved = 0, masked = true } = shape
  const body = Buffer.from(payload)
  const length = shape.says ?? body.length
  const first = (final ? 0x80 : 0) | (reserved << 4) | opcode
  const mask = randomBytes(4)
  const hidden = masked ? Buffer.from(body.map((byte, index) => byte ^ (mask[index % 4] ?? 0))) : body
  return Buffer.concat([Buffer.from([first]), lengthOf(length, masked), ...(masked ? [mask] : []), hidden])
}

function lengthOf(length: number, masked: boolean): Buffer {
  const bit = masked ? 0x80 : 0
  if (length < 126) return Buffer.from([bit | length])
  const wide = length < 65_536
  const bytes = Buffer.alloc(wide ? 3 : 9)
  bytes[0] = bit | (wide ? 126 : 127)
  if (wide) bytes.writeUInt16BE(length, 1)
  else bytes.writeBigUInt64BE(BigInt(length), 1)
  return bytes
}

export type RawSocket = {
  readonly stream: Socket
  /** The first bytes of what came: for a frame of the server, its kind and length. */
  heard(): Buffer
  readonly closed: Promise<void>
}

/** A socket that was let in; what is written to it next are frames. */
export async function openRaw(address: string, path: string): Promise<RawSocket> {
  const { hostname, port, host } = new URL(address)
  const stream = connect(Number(port), hostname)
  stream.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()))
  const head = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13', `Host: ${host}`]
  stream.write(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`)
  const answer = await new Promise<Buffer>((resolve) => stream.once('data', resolve))
  if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(String(answer.subarray(0, 60)))
  let heard: Buffer = Buffer.alloc(0)
  stream.on('data', (data) => {
    heard = Buffer.concat([heard, data]).subarray(0, 65_536)
  })
  return { stream, heard: () => heard, closed }
}
