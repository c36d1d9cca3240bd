import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
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
