/** The signer: an encrypted key, a policy and a journal in one folder. One request is answered after the other. */

import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkPayment, checkSkip } from './check-payment.ts'
import { JournalCorrupt, type JournalEntry, openJournal } from './journal.ts'
import { newSeed, readSeed, writeSeed } from './key-file.ts'
import { readPolicy } from './policy.ts'
import type { SignerReply, SignerRequest, SignInput, Skipped } from './protocol.ts'
import { add, countersOf, emptySignedPayments, versionsOf, walletKey } from './signed-payments.ts'
import { signTransaction } from './transaction.ts'
import { openWallets } from './wallets.ts'

export type Signer = {
  answer(request: SignerRequest): Promise<SignerReply>
  close(): void
}

type SignerDeps = {
  readonly folder: string
  readonly passphrase: string
  readonly now: () => number
}

/** The first start creates key and journal. Throws if a file is missing, changed or not valid. */
export function openSigner({ folder, passphrase, now }: SignerDeps): Signer {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const policy = readPolicy(join(folder, 'policy.json'))
  const { wallets, journal } = openKeyAndJournal(folder, passphrase)
  const state = emptySignedPayments()
  for (const entry of journal.entries) add(state, entry)
  const deps = { policy, addressOf: wallets.address }

  const refusalOf = (verdict: ReturnType<typeof check>): string | undefined => {
    if (existsSync(join(folder, 'paused'))) return 'the signer is paused'
    return verdict.type === 'refused' ? verdict.reason : undefined
  }
  const timeOf = (): number => Math.max(now(), state.at)
  const check = (input: SignInput) => checkPayment(deps, state, input, timeOf())

  async function sign(id: string, input: SignInput): Promise<SignerReply> {
    const verdict = check(input)
    const refused = refusalOf(verdict)
    if (refused !== undefined) return { id, refused }
    const { raw, txid } = await signTransaction(wallets.account(input.wallet), input)
    if (verdict.type === 'new') {
      const entry: JournalEntry = { type: 'signed', at: timeOf(), input, txid }
      journal.append(entry)
      add(state, entry)
    }
    return { id, raw, txid }
  }

  function skip(id: string, input: Skipped): SignerReply {
    const refused = checkSkip(policy, input, isYoungFile(join(folder, 'recovery'), now()))
    if (refused !== undefined) return { id, refused }
    if (input.next > (state.nextNonces.get(walletKey(input)) ?? 0)) {
      const entry: JournalEntry = { type: 'skipped', at: timeOf(), input }
      journal.append(entry)
      add(state, entry)
    }
    return { id, accepted: true }
  }

  function answer(request: SignerRequest): Promise<SignerReply> | SignerReply {
    const { id, call } = request
    if (call === 'addresses') return { id, xpub: wallets.xpub }
    if (call === 'counters') return { id, counters: countersOf(state) }
    if (call === 'versions') return { id, versions: versionsOf(state, request.payment) }
    if (call === 'sign') return sign(id, request.input)
    if (call === 'skip') return skip(id, request.input)
    const refused = refusalOf(check(request.input))
    return refused === undefined ? { id, accepted: true } : { id, refused }
  }

  let running: Promise<unknown> = Promise.resolve()
  return {
    answer(request) {
      const answered = running.then(() => answer(request))
      running = answered.catch(() => undefined)
      return answered
    },
    close: journal.close,
  }
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
