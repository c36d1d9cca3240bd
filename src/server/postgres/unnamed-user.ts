/**
 * Container platforms assign user ids that have no name, and initdb, with the `postgres` that it starts, ends with an error if
 * its user has none. It uses the name for one message only.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'

/** In the table of the C functions that a program imports. Both take at most a number and return an entry with a name. */
const LOOKUP = '\0getpwuid\0'
/** As long as the other one: it returns the first entry of the system, mostly root. */
const FIRST_ENTRY = '\0getpwent\0'

export function hasUserName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Copies of both programs in a new folder; they need no name. The caller removes the folder. */
export function copyForUnnamedUser(binaries: Binaries, folder: string): Binaries {
  const native = dirname(dirname(binaries.initdb))
  mkdirSync(join(folder, 'bin'), { recursive: true, mode: 0o700 })
  for (const name of ['lib', 'share']) symlinkSync(join(native, name), join(folder, name))
  return { initdb: copyOf(binaries.initdb, folder), postgres: copyOf(binaries.postgres, folder) }
}

function copyOf(program: string, folder: string): string {
  const content = readFileSync(program)
  const at = content.indexOf(LOOKUP)
  if (at < 0) throw new Error('PostgreSQL cannot be set up by a user without a name: set DATABASE_URL')
  content.write(FIRST_ENTRY, at, 'latin1')
  const copy = join(folder, 'bin', basename(program))
  writeFileSync(copy, content, { mode: 0o700 })
  return copy
}
