/** `SECRET_KEY`, or in play mode the file `secret-key` in DATA_DIR, which the first start creates. */

import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfExists } from '../../files/durable-file.ts'

/** As in `Config`. */
export type SecretKeys = {
  readonly dataDir: string
  readonly secretKey?: string | undefined
  readonly oldSecretKey?: string | undefined
}

const BYTES = 32

const fileIn = (dataDir: string): string => join(dataDir, 'secret-key')

/** `current` is the key to encrypt with; undefined without one. `candidates`: keys that may have been used before, best first. */
export function secretKeysOf({ dataDir, secretKey, oldSecretKey }: SecretKeys) {
  const own = readSecretKey(dataDir)
  const candidates: readonly string[] = [secretKey, oldSecretKey, own].filter((key) => key !== undefined)
  return { current: secretKey ?? own, candidates }
}

/** Never replaces a file. Only the system user of the server can read it. */
export function createSecretKey(dataDir: string): string {
  const key = randomBytes(BYTES).toString('hex')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(fileIn(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return key
  } catch (error) {
    // Another process created it first.
    const own = readSecretKey(dataDir)
    if (own === undefined) throw error
    return own
  }
}

/** When `SECRET_KEY` takes its place, it opens nothing any more. */
export const removeSecretKey = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true })

const readSecretKey = (dataDir: string): string | undefined => readIfExists(fileIn(dataDir))?.trim() || undefined
