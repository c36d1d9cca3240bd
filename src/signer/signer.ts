/** The signer: an encrypted key, a policy and a journal in one folder. */

import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileDurably } from '../files/durable-file.ts'
import { answers, type Signer } from './answers.ts'
import { openInstance, openOwnFolder, RECORD_KEY, refuseUnfinishedRestore } from './folder.ts'
import { JournalCorrupt, openJournal } from './journal.ts'
import { newSeed, readSeed, writeSeed } from './key-file.ts'
import { openManifestKey } from './manifest.ts'
import { type PolicyKind, readPolicy } from './policy.ts'
import { openTonWallet } from './ton-wallet.ts'
import { openWallets } from './wallets.ts'

type SignerDeps = {
  readonly folder: string
  readonly passphrase: string
  readonly policy: PolicyKind
  readonly now: () => number
}

/** `hot`: the addresses of the hot wallets. */
type OpenSigner = Signer & { readonly hot: { readonly evm: string; readonly ton: string }; close(): void }

/** The first start creates key and journal. Throws if a file is missing, changed or not valid. */
export function openSigner({ folder, passphrase, policy: kind, now }: SignerDeps): OpenSigner {
  if (kind === 'play') mkdirSync(folder, { recursive: true, mode: 0o700 })
  else openOwnFolder(folder)
  refuseUnfinishedRestore(folder)
  const policy = readPolicy(join(folder, 'policy.json'), kind)
  const { seed, wallets, journal } = openKeyAndJournal(folder, passphrase)
  const instance = openInstance(folder)
  const ton = openTonWallet(seed)
  const { publicKey: manifestKey } = openManifestKey(seed)
  const isPaused = (): boolean => existsSync(join(folder, 'paused'))
  const isSkipAllowed = (): boolean => isYoungFile(join(folder, 'recovery'), now())
  const keepRecordKey = (sealed: string): void => writeFileDurably(join(folder, RECORD_KEY), `${sealed}\n`)
  const parts = { policy, wallets, ton, manifestKey, journal, instance, isPaused, isSkipAllowed, keepRecordKey, now }
  return { ...answers(parts), hot: { evm: wallets.address(0), ton: ton.address }, close: journal.close }
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
  const seed = readSeed(keyFile, passphrase)
  const wallets = openWallets(seed)
  const journal = openJournal(journalFile)
  const [first] = journal.entries
  if (first?.type !== 'begun' || first.xpub !== wallets.xpub)
    throw new JournalCorrupt(`${journalFile} belongs to another key`)
  return { seed, wallets, journal }
}

/** The key is written last: a start that was killed before begins again. */
function begin(keyFile: string, journalFile: string, passphrase: string) {
  if (existsSync(journalFile)) removeUnused(journalFile)
  const seed = newSeed()
  const wallets = openWallets(seed)
  const journal = openJournal(journalFile)
  journal.append({ type: 'begun', version: 1, xpub: wallets.xpub })
  writeSeed(keyFile, passphrase, seed)
  return { seed, wallets, journal }
}

function removeUnused(file: string): void {
  const journal = openJournal(file)
  journal.close()
  if (journal.entries.length > 1) throw new JournalCorrupt(`${file} was used, but its key is missing`)
  rmSync(file)
}
