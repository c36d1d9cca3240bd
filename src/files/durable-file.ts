/** Files that are there after a power failure. */

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces the file as a whole, mode 0600. When it returns, the content is on disk. Throws if it does not fit. */
export function writeFileDurably(path: string, content: string): void {
  const draft = `${path}.new`
  const file = openSync(draft, 'w', 0o600)
  try {
    // Writes on after a partial write, or throws.
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Makes new names in the folder durable. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Replaces the file as a whole, mode 0600. After a power failure it has the new content or the one before. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const draft = await open(`${path}.new`, 'w', 0o600)
  try {
    await draft.writeFile(content)
    await draft.datasync()
  } finally {
    await draft.close()
  }
  await rename(`${path}.new`, path)
}

/** Undefined if there is no such file. Throws if it cannot be read. */
export function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
