/**
 * `npm run signer -- backup FILE` and `restore FILE`: key, journal and policy of the signer in one encrypted file, also while
 * it runs. `FILE.manifest` says what FILE contains, and is for the server to read.
 */

import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { syncFolder, writeFileDurably } from '../files/durable-file.ts'
import { openOwnFolder, RECORD_KEY, RESTORING, refuseUnfinishedRestore } from './folder.ts'
import { type JournalEntry, parseJournal } from './journal.ts'
import { parseSeed } from './key-file.ts'
import { openManifestKey, readManifest } from './manifest.ts'
import { parsePolicy } from './policy.ts'
import { type OpenWith, type SealTo, seal, unseal } from './seal.ts'
import { add, countersOf, emptySignedPayments } from './signed-payments.ts'
import { openWallets } from './wallets.ts'

type Source = { readonly folder: string; readonly passphrase: string; readonly now: () => number }

/** The contents of the files with these names. */
const files = z.strictObject({
  key: z.string(),
  journal: z.string(),
  'policy.json': z.string(),
  [RECORD_KEY]: z.string().optional(),
})
type Files = z.infer<typeof files>
const content = z.strictObject({ files, manifest: z.string() })

/** Returns what was written. Throws if the folder is not complete and valid, or one of the two files exists. */
export function backUp({ folder, passphrase, now }: Source, file: string, to: SealTo): string {
  openOwnFolder(folder)
  refuseUnfinishedRestore(folder)
  const manifestFile = `${file}.manifest`
  if (existsSync(manifestFile)) throw new Error(`${manifestFile} exists: choose another name`)
  const stored = readFiles(folder)
  const { seed, entries } = checkFiles(stored, passphrase)
  const state = emptySignedPayments()
  for (const entry of entries) add(state, entry)
  const { nonces } = countersOf(state)
  const manifest = openManifestKey(seed).sign({ time: now(), nonces, files: hashOf(stored) })
  const sealed = seal(gzipSync(JSON.stringify({ files: stored, manifest })), to)
  createFile(file, 0o600, sealed)
  try {
    createFile(manifestFile, 0o644, manifest)
  } catch (error) {
    rmSync(file)
    throw error
  }
  return `wrote ${file}, sealed to the ${to.type === 'key' ? 'public key' : 'passphrase'}, and ${manifestFile}; ${entries.length - 1} entries of the journal`
}

/** Into a folder without files. Returns when the backup was made. `passphrase`: of the key file. */
export function restore({ folder, passphrase, now }: Source, file: string, opener: OpenWith): string {
  openOwnFolder(folder)
  const mark = join(folder, RESTORING)
  const present = readdirSync(folder)
  if (present.length > 0 && !present.includes(RESTORING))
    throw new Error(`the folder ${folder} is not empty: it has ${present[0]}`)
  const { files: stored, manifest } = readContent(unseal(readFileSync(file, 'utf8'), opener))
  const { seed } = checkFiles(stored, passphrase)
  const { time, files: hash } = readManifest(manifest, openManifestKey(seed).publicKey)
  if (hash !== hashOf(stored)) throw new Error('the backup was changed: its manifest belongs to other files')
  writeFileDurably(mark, '')
  for (const [name, text] of Object.entries(stored)) if (text !== undefined) writeFileDurably(join(folder, name), text)
  rmSync(mark)
  syncFolder(folder)
  const hours = Math.floor((now() - time) / (60 * 60 * 1_000))
  return `restored the signer as it was ${hours} hours ago, at ${new Date(time).toISOString()}.\n${NEXT}`
}

const NEXT = `What it has signed since then is not in its journal. Start it, create an empty file "recovery" in SIGNER_DIR, then
run "npm run operator -- reconcile CODE" for each network; the network must be paused.`

function readFiles(folder: string): Files {
  const [key, policy] = ['key', 'policy.json'].map((name) => readFileSync(join(folder, name), 'utf8'))
  // Without a line that is being written now.
  const path = join(folder, 'journal')
  const bytes = readFileSync(path)
  const journal = bytes.toString('utf8', 0, parseJournal(bytes, path).size)
  const recordKey = join(folder, RECORD_KEY)
  const kept = existsSync(recordKey) ? { [RECORD_KEY]: readFileSync(recordKey, 'utf8') } : {}
  return files.parse({ key, journal, 'policy.json': policy, ...kept })
}

type Checked = { readonly seed: Buffer; readonly entries: readonly JournalEntry[] }

/** Throws if the passphrase does not open the key, the journal is not of the key, or the policy is not valid. */
function checkFiles(stored: Files, passphrase: string): Checked {
  const seed = parseSeed(stored.key, passphrase, 'the key')
  const { entries } = parseJournal(Buffer.from(stored.journal), 'the journal')
  const [first] = entries
  if (first?.type !== 'begun' || first.xpub !== openWallets(seed).xpub)
    throw new Error('the journal belongs to another key')
  parsePolicy(stored['policy.json'], 'live')
  return { seed, entries }
}

function readContent(bytes: Buffer): z.infer<typeof content> {
  const { data } = content.safeParse(JSON.parse(gunzipSync(bytes).toString('utf8')))
  if (data === undefined) throw new Error('the backup is of another version')
  return data
}

const hashOf = (stored: Files): string =>
  createHash('sha256')
    .update(JSON.stringify(files.parse(stored)))
    .digest('hex')

/** Never replaces a file, and leaves none behind that is not complete. On disk when it returns. */
function createFile(path: string, mode: number, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fchmodSync(file, mode)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  syncFolder(dirname(path))
}
