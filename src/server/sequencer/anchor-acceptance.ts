/**
 * A journal that does not have the anchored row refuses the start, and notes where it ends. An operator can accept this loss, and
 * no further one.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readIfExists, replaceFile } from '../../files/durable-file.ts'
import { isSameHash } from '../runtime/keyed-hash.ts'
import type { Place } from './anchor-file.ts'
import { decode } from './command-codec.ts'
import { JournalMismatch } from './consumer-positions.ts'
import type { Journal, JournalRow } from './journal.ts'

/** The journal does not have the anchored row. */
export class AnchorMismatch extends JournalMismatch {
  constructor(reason: string) {
    super(
      `${reason}: restore the missing rows, or accept the loss with "npm run operator -- anchor accept --reason TEXT" and start again`,
    )
  }
}

/** Who accepted that rows are lost, and why: `npm run operator -- anchor accept` writes it, and the next start uses it up. */
export const acceptedFile = (dataDir: string): string => join(dataDir, 'anchor.accepted')

/** Where the journal ended when a start was refused: this loss can be accepted, and no further one. */
export const refusedFile = (dataDir: string): string => join(dataDir, 'anchor.refused')

/** Why the journal does not contain the place; undefined if it does. It may have later rows. */
export async function problemOf(journal: Pick<Journal, 'id' | 'read'>, { journal: id, batch, hash }: Place) {
  if (id !== journal.id) return `the anchor belongs to the journal ${id}, but this journal is ${journal.id}`
  for await (const row of journal.read(batch - 1)) {
    if (row.batch === batch && row.hash.toString('hex') === hash) return undefined
    return `batch ${batch} of the journal is another one than the anchor says`
  }
  return `the journal ends before batch ${batch}, which the anchor says was committed`
}

/** `end`: of the journal. Its batch is 0 if it had no rows. */
export type Acceptance = { readonly operator: string; readonly reason: string; readonly end: Place }

export function readAcceptance(dataDir: string): Acceptance | undefined {
  const text = readIfExists(acceptedFile(dataDir))
  return text === undefined ? undefined : (JSON.parse(text) as Acceptance)
}

/** Undefined if no start was refused. */
export function refusedEnd(dataDir: string): Place | undefined {
  const text = readIfExists(refusedFile(dataDir))
  return text === undefined ? undefined : (JSON.parse(text) as Place)
}

export const hasEnd = async (journal: Journal, end: Place): Promise<boolean> =>
  end.batch === 0 ? end.journal === journal.id : (await problemOf(journal, end)) === undefined

/** Notes in the file where the journal ends, so that this loss can be accepted, unless its newest row cannot say that. */
export async function refusalOf(journal: Journal, problem: string, dataDir: string): Promise<JournalMismatch> {
  const row = await newestRow(journal)
  if (row !== undefined && !isSameHash(row.hash, journal.hashes.row(row))) {
    // What an earlier start has told is not what is there now.
    rmSync(refusedFile(dataDir), { force: true })
    return new JournalMismatch(
      `${problem}. Its newest row, batch ${row.batch}, was changed from outside, so it is not known how much is lost: put this row back, or delete it, and start again`,
    )
  }
  const { batch, hash } = row ?? { batch: 0, hash: undefined }
  const end: Place = { journal: journal.id, batch, hash: hash?.toString('hex') ?? '' }
  await replaceFile(refusedFile(dataDir), `${JSON.stringify(end)}\n`)
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

export async function rowAfter(journal: Journal, batch: number): Promise<JournalRow | undefined> {
  for await (const row of journal.read(batch)) return row
  return undefined
}
