import { readFileSync, statSync } from 'node:fs'

/** The content of a file with a secret, without spaces at its ends. Throws if every user of the machine can open it. */
export function readPrivateFile(file: string): string {
  if ((statSync(file).mode & 0o007) !== 0)
    throw new Error(`every user of this machine can open ${file}: run "chmod o= ${file}"`)
  return readFileSync(file, 'utf8').trim()
}
