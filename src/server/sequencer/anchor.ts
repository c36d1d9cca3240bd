/**
 * The anchor: the newest row of the journal, noted in a file outside of the database. A database that was put back to an
 * earlier state is right in itself, and only the anchor shows that rows are missing.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../runtime/config.ts'
import { isSameHash } from '../runtime/keyed-hash.ts'
import type { Log } from '../runtime/log.ts'
import { failingIf, type PartReading } from '../runtime/part-health.ts'
import { beginEpoch } from './begin-epoch.ts'
import { decode } from './command-codec.ts'
import { JournalMismatch } from './consumer-positions.ts'
import type { Journal, JournalRow } from './journal.ts'
import type { Sequencer } from './sequencer.ts'

/** The row of a journal: its id, the number of the batch, and the keyed hash of the row in hexadecimal. */
type Place = { readonly journal: string; readonly batch: number; readonly hash: string }

/** The journal does not have the anchored row. */
export class AnchorMismatch extends JournalMismatch {
  constructor(reason: string) {
    super(
      `${reason}: restore the missing rows, or accept the loss with "npm run operator -- anchor accept --reason TEXT" and start again`,
    )
  }
}

/** With real money a journal needs its anchor. */
export class AnchorMissing extends Error {
  constructor(file: string, problem: string) {
    super(
      `${file} ${problem}, so it is not known whether the journal is complete: find it, or start once with "npm start -- --no-anchor"`,
    )
  }
}

export type Anchor = {
  /** Returns the journal. Throws `AnchorMismatch` or `AnchorMissing`. */
  verified(journal: Journal): Promise<Journal>
  /** From now on the file follows what is committed. Begins an epoch if an operator has accepted a loss. */
  follow(sequencer: Followed): Promise<void>
  /** As the file has it; undefined before the first write. */
  readonly line: string | undefined
  readonly health: PartReading
  /** Writes the file a last time. */
  stop(): Promise<void>
}

type Followed = Pick<Sequencer, 'answered' | 'submit' | 'read'>

type AnchorDeps = Pick<Config, 'dataDir' | 'isAnchorRequired'> & { readonly key: Buffer; readonly log: Log }

const WRITE_MILLIS = 100

const anchorFile = (dataDir: string): string => join(dataDir, 'anchor')

/** Who accepted that rows are lost, and why: `npm run operator -- anchor accept` writes it, and the next start uses it up. */
export const acceptedFile = (dataDir: string): string => join(dataDir, 'anchor.accepted')

/** Where the journal ended when a start was refused: this loss can be accepted, and no further one. */
const refusedFile = (dataDir: string): string => join(dataDir, 'anchor.refused')

export function openAnchor(deps: AnchorDeps): Anchor {
  const { dataDir, key, log } = deps
  let accepted: Acceptance | undefined
  let writer: AnchorWriter | undefined
  return {
    async verified(journal) {
      // After a failed commit: a database can report commits and keep no row, or another one.
      await writer?.write()
      const found = parseAnchor(anchorTextIn(dataDir), key)
      const problem = await lossIn(journal, found, deps)
      if (problem === undefined) return { ...journal, anchored: found.type === 'anchor' ? found.place : undefined }
      const acceptance = readAcceptance(dataDir)
      if (acceptance === undefined || !(await hasEnd(journal, acceptance.end)))
        throw await refusalOf(journal, problem, refusedFile(dataDir))
      accepted = acceptance
      log.warn({ event: 'anchor.accepted', problem, ...accepted }, 'an operator has accepted that rows are lost')
      return { ...journal, anchored: accepted.end.batch === 0 ? undefined : accepted.end }
    },
    async follow(sequencer) {
      if (accepted !== undefined) {
        const { operator, reason } = accepted
        await beginEpoch(sequencer, `rows of the journal are lost; ${operator} accepted it: ${reason}`)
        renameSync(anchorFile(dataDir), `${anchorFile(dataDir)}.before-accept`)
      }
      writer = anchorWriter(anchorFile(dataDir), key, sequencer, await sequencer.read((state) => state.journal))
      await writer.write()
      for (const file of [acceptedFile, refusedFile]) rmSync(file(dataDir), { force: true })
      writer.start()
    },
    get line() {
      return writer?.line
    },
    get health() {
      return failingIf(writer?.failure)
    },
    stop: async () => writer?.stop(),
  }
}

/** What of the anchor the journal does not have; undefined if it has all. Throws `AnchorMissing`. */
async function lossIn(journal: Journal, found: FoundAnchor, { dataDir, isAnchorRequired, log }: AnchorDeps) {
  if (found.type === 'anchor') return problemOf(journal, found.place)
  const file = anchorFile(dataDir)
  if ((await rowAfter(journal, 0)) === undefined)
    return found.isMissing ? undefined : `the journal is empty, but ${file} belongs to another one`
  if (isAnchorRequired) throw new AnchorMissing(file, found.problem)
  log.warn({ event: 'anchor.missing' }, `${file} ${found.problem}: it is not known whether the journal is complete`)
  return undefined
}

type AnchorWriter = ReturnType<typeof anchorWriter>

function anchorWriter(file: string, key: Buffer, sequencer: Followed, journal: string) {
  let line: string | undefined
  let failure: string | undefined
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /** Only if something was answered since. */
  async function writeOnce(): Promise<void> {
    const { answered } = sequencer
    if (answered === undefined || answered.batch === 0) return
    const { batch, hash } = answered
    const next = lineOf(key, { journal, batch, hash: hash.toString('hex') })
    if (next === line) return
    try {
      await replaceFile(file, next)
      line = next
      failure = undefined
    } catch (error) {
      failure = `it cannot be written (${(error as NodeJS.ErrnoException).code})`
    }
  }

  const write = (): Promise<void> => {
    writing ??= writeOnce().finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    write,
    get line() {
      return line
    },
    get failure() {
      return failure
    },
    start() {
      timer = setInterval(write, WRITE_MILLIS).unref()
    },
    async stop() {
      clearInterval(timer)
      await writing
      await write()
    },
  }
}

export type FoundAnchor =
  | { readonly type: 'anchor'; readonly place: Place }
  | { readonly type: 'none'; readonly isMissing: boolean; readonly problem: string }

/** Undefined without the file. */
export const anchorTextIn = (dataDir: string): string | undefined => readIfExists(anchorFile(dataDir))

/** `problem` continues a sentence that begins with the name of the file. */
export function parseAnchor(text: string | undefined, key: Buffer): FoundAnchor {
  if (text === undefined) return { type: 'none', isMissing: true, problem: 'is missing' }
  try {
    const { journal, batch, hash, hmac } = JSON.parse(text) as Place & { readonly hmac: string }
    const place = { journal, batch, hash }
    if (timingSafeEqual(Buffer.from(hmac, 'hex'), hmacOf(key, place))) return { type: 'anchor', place }
  } catch {
    // As with a wrong HMAC.
  }
  return { type: 'none', isMissing: false, problem: 'is broken, or belongs to another exchange' }
}

/** Why the journal does not contain the place; undefined if it does. It may have later rows. */
export async function problemOf(journal: Pick<Journal, 'id' | 'read'>, { journal: id, batch, hash }: Place) {
  if (id !== journal.id) return `the anchor belongs to the journal ${id}, but this journal is ${journal.id}`
  for await (const row of journal.read(batch - 1)) {
    if (row.batch === batch && row.hash.toString('hex') === hash) return undefined
    return `batch ${batch} of the journal is another one than the anchor says`
  }
  return `the journal ends before batch ${batch}, which the anchor says was committed`
}

/**
 * A restore continues another journal: the anchor of the one before is kept beside it. An anchor that the restored journal has
 * is of an interrupted try of the same restore, or nothing was lost.
 */
export async function setAnchorAside(journal: Journal, { dataDir, key }: Pick<AnchorDeps, 'dataDir' | 'key'>) {
  const found = parseAnchor(anchorTextIn(dataDir), key)
  if (found.type === 'none' && found.isMissing) return
  if (found.type === 'anchor' && (await problemOf(journal, found.place)) === undefined) return
  renameSync(anchorFile(dataDir), `${anchorFile(dataDir)}.before-restore`)
}

/** `end`: of the journal. Its batch is 0 if it had no rows. */
export type Acceptance = { readonly operator: string; readonly reason: string; readonly end: Place }

function readAcceptance(dataDir: string): Acceptance | undefined {
  const text = readIfExists(acceptedFile(dataDir))
  return text === undefined ? undefined : (JSON.parse(text) as Acceptance)
}

/** Undefined if no start was refused. */
export function refusedEnd(dataDir: string): Place | undefined {
  const text = readIfExists(refusedFile(dataDir))
  return text === undefined ? undefined : (JSON.parse(text) as Place)
}

const hasEnd = async (journal: Journal, end: Place): Promise<boolean> =>
  end.batch === 0 ? end.journal === journal.id : (await problemOf(journal, end)) === undefined

/** Notes in the file where the journal ends, so that this loss can be accepted, unless its newest row cannot say that. */
async function refusalOf(journal: Journal, problem: string, file: string): Promise<JournalMismatch> {
  const row = await newestRow(journal)
  if (row !== undefined && !isSameHash(row.hash, journal.hashes.row(row))) {
    // What an earlier start has told is not what is there now.
    rmSync(file, { force: true })
    return new JournalMismatch(
      `${problem}. Its newest row, batch ${row.batch}, was changed from outside, so it is not known how much is lost: put this row back, or delete it, and start again`,
    )
  }
  const { batch, hash } = row ?? { batch: 0, hash: undefined }
  const end: Place = { journal: journal.id, batch, hash: hash?.toString('hex') ?? '' }
  await replaceFile(file, `${JSON.stringify(end)}\n`)
  return new AnchorMismatch(`${problem}. ${row === undefined ? 'It has no rows' : endText(row)}`)
}

function endText({ batch, lastSeq, format, payload }: JournalRow): string {
  const [at = 0] = decode(format, payload).at(-1) ?? []
  return `It ends with batch ${batch}, command ${lastSeq}, of ${new Date(at).toISOString()}`
}

/** Its numbers are as stored. Found in steps that become longer while there are rows. */
async function newestRow(journal: Journal): Promise<JournalRow | undefined> {
  let newest: JournalRow | undefined
  for (let step = 1; ; ) {
    const row = await rowAfter(journal, (newest?.batch ?? 0) + step - 1)
    if (row !== undefined) {
      newest = row
      step *= 2
    } else if (step > 1) step = 1
    else return newest
  }
}

async function rowAfter(journal: Journal, batch: number): Promise<JournalRow | undefined> {
  for await (const row of journal.read(batch)) return row
  return undefined
}

const hmacOf = (key: Buffer, { journal, batch, hash }: Place): Buffer =>
  createHmac('sha256', key).update(`anchor/${journal}/${batch}/${hash}`).digest()

const lineOf = (key: Buffer, place: Place): string =>
  `${JSON.stringify({ ...place, hmac: hmacOf(key, place).toString('hex') })}\n`

async function replaceFile(file: string, text: string): Promise<void> {
  const draft = await open(`${file}.new`, 'w', 0o600)
  try {
    await draft.writeFile(text)
    await draft.datasync()
  } finally {
    await draft.close()
  }
  await rename(`${file}.new`, file)
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
