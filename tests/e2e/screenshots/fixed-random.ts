/**
 * Preloaded with `--import`: random values of the server are the same in every run. A value depends on its kind, its size, the
 * function that asks for it and how often that function has asked, so that it does not matter which of two requests is first.
 */

import childProcess from 'node:child_process'
import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const counts = new Map<string, number>()

/** The function and the file name of the first caller outside of this file and of Node. */
function caller(): string {
  for (const line of (new Error('stack').stack ?? '').split('\n').slice(1)) {
    if (line.includes(import.meta.url) || line.includes('node:')) continue
    const [, name = '', file = ''] = /at (?:(.+) \()?(.+?):\d+:\d+\)?$/.exec(line.trim()) ?? []
    return `${name} ${basename(file)}`
  }
  return ''
}

function fixedBytes(kind: string, size: number): Buffer {
  const key = `${kind} ${size} ${caller()}`
  const count = counts.get(key) ?? 0
  counts.set(key, count + 1)
  return createHash('shake256', { outputLength: size }).update(`${key} ${count}`).digest()
}

const NUMBER_BYTES = 6

const replacements = {
  randomBytes: (size: number) => fixedBytes('bytes', size),
  randomInt: (...range: [number] | [number, number]) => {
    const [from, to] = range.length === 1 ? [0, range[0]] : range
    return from + (fixedBytes('int', NUMBER_BYTES).readUIntBE(0, NUMBER_BYTES) % (to - from))
  },
  randomUUID: () => {
    const bytes = fixedBytes('uuid', 16)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  },
}
Object.assign(crypto, replacements)

globalThis.crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
  if (array === null) return array
  const view = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
  view.set(fixedBytes('values', view.length))
  return array
}

const { spawn } = childProcess
/** A Node program that the server starts, the signer, gets the same preload. */
const spawnPreloaded = (file: string, args: readonly string[], options: childProcess.SpawnOptions) =>
  spawn(file, file === process.execPath ? ['--import', fileURLToPath(import.meta.url), ...args] : [...args], options)
Object.assign(childProcess, { spawn: spawnPreloaded })
syncBuiltinESMExports()
