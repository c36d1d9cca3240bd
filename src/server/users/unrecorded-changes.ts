/**
 * Changes of accounts that were answered before their commands were committed. Until then, only this process knows them: those
 * whose commands failed are also in a file beside the database, because another program could put the old rows back before the
 * next start.
 */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { UserId } from '../../contract/ids.ts'
import { readIfExists, replaceFile } from '../../files/durable-file.ts'
import type { Recorded } from './account-record.ts'

export type UnrecordedChanges = {
  /** The newest change of the account. */
  get(user: UserId): Recorded | undefined
  /** To be called before the command is submitted. */
  add(user: UserId, change: Recorded): void
  /** The command failed. Resolves when the change is stored, before it is answered. */
  keep(): Promise<void>
  /** Commands up to this version are committed. The file may keep the change: one that the engine has is of no effect. */
  remove(user: UserId, version: number): void
}

/** The file is not as this server writes it. */
export class UnrecordedUnreadable extends Error {}

/** Throws `UnrecordedUnreadable`. */
export function openUnrecordedChanges(dataDir: string): UnrecordedChanges {
  const file = join(dataDir, 'unrecorded-accounts')
  const changes = readChanges(file)
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await replaceFile(file, JSON.stringify([...changes]))
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

function readChanges(file: string): Map<UserId, Recorded> {
  const text = readIfExists(file) ?? '[]'
  try {
    return new Map(JSON.parse(text))
  } catch {
    throw new UnrecordedUnreadable(
      `${file} is damaged. It says which changes of accounts were answered and are not in the journal. Put back a copy, or remove it: then an old row of such an account is accepted.`,
    )
  }
}
