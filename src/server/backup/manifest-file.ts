/** The manifest of a backup of the signer, as `npm run backup -- FILE --signer FILE.manifest` reads it. */

import { readFileSync, statSync } from 'node:fs'
import type { Millis } from '../../contract/ids.ts'
import { BadManifest, type Manifest, readManifest } from '../../signer/manifest.ts'

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000
/** Signer and server may be on machines with different clocks. */
const CLOCK_MILLIS: Millis = 5 * 60 * 1_000
const MAX_BYTES = 16 * 1_024 * 1_024

/** `key`: that of the signer of this exchange, in hex. Throws `BadManifest` with the reason, and errors of the file system. */
export function readManifestFile(file: string, { key, now }: { readonly key: string; readonly now: Millis }): Manifest {
  if (statSync(file).size > MAX_BYTES) throw new BadManifest(`${file}: it is no manifest of a backup of the signer`)
  const manifest = readOrRefuse(file, key)
  if (manifest.time > now + CLOCK_MILLIS) throw new BadManifest(`${file}: it is of the future, ${dateOf(manifest)}`)
  if (now - manifest.time >= DAY_MILLIS)
    throw new BadManifest(
      `${file}: it is of ${dateOf(manifest)}, and a day old at most is allowed: run "npm run signer -- backup FILE" again`,
    )
  return manifest
}

const dateOf = ({ time }: Manifest): string => new Date(time).toISOString()

function readOrRefuse(file: string, key: string): Manifest {
  const text = readFileSync(file, 'utf8')
  try {
    return readManifest(text, key)
  } catch (error) {
    throw error instanceof BadManifest ? new BadManifest(`${file}: ${error.message}`) : error
  }
}
