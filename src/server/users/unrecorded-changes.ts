/**
 * Changes of accounts that were answered before their commands were committed. Until then, only this process knows them: those
 * whose commands failed are also in a file beside the database, because another program could put the old rows back before the
 * next start.
 */

import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UserId } from '../../contract/ids.ts'
import type { Recorded } from './account-record.ts'

export type UnrecordedChanges = {
  /** The newest change of the account. */
  get(user: UserId): Recorded | undefined
  /** To be called before the command is submitted. */
  add(user: UserId, change: Recorded): void
  /** The command failed. Resolves when the change is stored, before it is answered. */
  keep(): Promise<void>
  /** Commands up to this version are committed. */
  remove(user: UserId, version: number): void
}

/** Throws if the file cannot be read. */
export function openUnrecordedChanges(dataDir: string): UnrecordedChanges {
  const file = join(dataDir, 'unrecorded-accounts')
  const changes = new Map<UserId, Recorded>(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [])
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(`${file}.new`, JSON.stringify([...changes]), { mode: 0o600, flush: true })
    await rename(`${file}.new`, file)
  }

  return {
    get: (user) => changes.get(user),
    add: (user, change) => void changes.set(user, change),
    keep() {
      writing = writing.catch(() => undefined).then(write)
      return writing
    },
    remove(user, version) {
      if ((changes.get(user)?.version ?? 0) <= version) changes.delete(user)
    },
  }
}
