/** The folder of the signer, SIGNER_DIR: only the user that runs the signer can open it. */

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readIfExists, writeFileDurably } from '../files/durable-file.ts'

/** As long as this file exists, a restore of the folder has not ended. */
export const RESTORING = 'restoring'

/** The record key of the exchange, encrypted. Missing before the server has sent it. */
export const RECORD_KEY = 'record-key'

/** Which folder this is: a backup does not have it, so that a restored folder is another one than that which it was. */
const INSTANCE = 'instance'

/** Created by the first start in the folder. 32 hex digits. Throws if the file was changed. */
export function openInstance(folder: string): string {
  const file = join(folder, INSTANCE)
  const known = readIfExists(file)?.trim()
  if (known !== undefined) {
    if (/^[0-9a-f]{32}$/.test(known)) return known
    throw new Error(`${file} was changed: remove it, then the server has to accept the signer again`)
  }
  const instance = randomBytes(16).toString('hex')
  writeFileDurably(file, `${instance}\n`)
  return instance
}

/** Creates the folder if it does not exist, and takes all rights on it from other users. Throws if it belongs to one. */
export function openOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (statSync(folder).uid !== process.getuid?.())
    throw new Error(`${folder} belongs to another user: run this as the user that runs the signer`)
  chmodSync(folder, 0o700)
}

export function refuseUnfinishedRestore(folder: string): void {
  if (existsSync(join(folder, RESTORING)))
    throw new Error(`the restore of ${folder} was interrupted: run "npm run signer -- restore FILE" again`)
}
