/** Commands of operators that write a file instead of changing the exchange. */

import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { makeRecoveryText } from '../secrets/recovery-file.ts'
import { type Acceptance, acceptedFile, refusedEnd } from '../sequencer/anchor-acceptance.ts'
import { anchorTextIn } from '../sequencer/anchor-file.ts'
import { askPassphrase } from './ask-passphrase.ts'

/** Never replaces a file. `ask`: has the server seal the record key to a public key, once the file can be written. */
export async function writeRecoveryKey(
  file: string,
  passphraseFile: string | undefined,
  ask: (publicKey: string) => Promise<string>,
): Promise<string> {
  const passphrase = await askPassphrase(passphraseFile)
  const opened = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(opened, await makeRecoveryText(passphrase, ask), { flush: true })
  } catch (error) {
    rmSync(file)
    throw error
  } finally {
    closeSync(opened)
  }
  return `wrote ${file}. Keep it, and its passphrase elsewhere: "npm run restore -- BACKUP --key FILE" needs both without SECRET_KEY.\n`
}

/** For the next start: while the journal lacks what the anchor says, no server runs that could be asked. */
export function acceptLoss(dataDir: string, by: Omit<Acceptance, 'end'>): string {
  if (anchorTextIn(dataDir) === undefined)
    throw new Error(`${dataDir} has no anchor, so nothing is refused because of one: set the DATA_DIR of the server`)
  const end = refusedEnd(dataDir)
  if (end === undefined) throw new Error('no start was refused because of the anchor: start the exchange first')
  const acceptance: Acceptance = { ...by, end }
  const file = acceptedFile(dataDir)
  // As a whole: half of it would stop the next start.
  writeFileSync(`${file}.new`, `${JSON.stringify(acceptance)}\n`, { mode: 0o644, flush: true })
  renameSync(`${file}.new`, file)
  return `wrote ${file}. If the next start finds that these rows of the journal are lost, and no others, it goes on without them, pauses all networks until "npm run operator -- reconcile CODE", and records this reason.\n`
}
