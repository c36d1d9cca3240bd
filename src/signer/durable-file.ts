import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces the file as a whole, mode 0600. When it returns, the content is on disk. */
export function writeFileDurably(path: string, content: string): void {
  const draft = `${path}.new`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, content)
  fsyncSync(file)
  closeSync(file)
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Makes new names in the folder durable. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
