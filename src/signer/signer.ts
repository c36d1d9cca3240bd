/** The signer: an encrypted key, a policy and a journal in one folder. */

import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { answers, type Signer } from './answers.ts'
import { JournalCorrupt, openJournal } from './journal.ts'
import { newSeed, readSeed, writeSeed } from './key-file.ts'
import { readPolicy } from './policy.ts'
import { openWallets } from './wallets.ts'

type SignerDeps = {
  readonly folder: string
  readonly passphrase: string
  readonly now: () => number
}

/** The first start creates key and journal. Throws if a file is missing, changed or not valid. */
export function openSigner({ folder, passphrase, now }: SignerDeps): Signer & { close(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const policy = readPolicy(join(folder, 'policy.json'))
  const { wallets, journal } = openKeyAndJournal(folder, passphrase)
  const isPaused = (): boolean => existsSync(join(folder, 'paused'))
  const isSkipAllowed = (): boolean => isYoungFile(join(folder, 'recovery'), now())
  return { ...answers({ policy, wallets, journal, isPaused, isSkipAllowed, now }), close: journal.close }
}

const HOUR_MILLIS = 60 * 60 * 1_000

/** A file that is forgotten allows nothing. */
function isYoungFile(path: string, now: number): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return modified !== undefined && Math.abs(now - modified) < HOUR_MILLIS
}

/** A key without a journal is refused: the journal is what prevents a second payment with the same nonce. */
function openKeyAndJournal(folder: string, passphrase: string) {
  const [keyFile, journalFile] = [join(folder, 'key'), join(folder, 'journal')]
  if (!existsSync(keyFile)) return begin(keyFile, journalFile, passphrase)
  if (!existsSync(journalFile)) throw new JournalCorrupt(`${journalFile} is missing, but ${keyFile} exists`)
  const wallets = openWallets(readSeed(keyFile, passphrase))
  const journal = openJournal(journalFile)
  const [first] = journal.entries
  if (first?.type !== 'begun' || first.xpub !== wallets.xpub)
    throw new JournalCorrupt(`${journalFile} belongs to another key`)
  return { wallets, journal }
}

/** The key is written last: a start that was killed before begins again. */
function begin(keyFile: string, journalFile: string, passphrase: string) {
  if (existsSync(journalFile)) removeUnused(journalFile)
  const seed = newSeed()
  const wallets = openWallets(seed)
  const journal = openJournal(journalFile)
  journal.append({ type: 'begun', version: 1, xpub: wallets.xpub })
  writeSeed(keyFile, passphrase, seed)
  return { wallets, journal }
}

function removeUnused(file: string): void {
  const journal = openJournal(file)
  journal.close()
  if (journal.entries.length > 1) throw new JournalCorrupt(`${file} was used, but its key is missing`)
  rmSync(file)
}
