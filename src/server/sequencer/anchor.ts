/**
 * The anchor: the newest row of the journal, noted in a file outside of the database. A database that was put back to an
 * earlier state is right in itself, and only the anchor shows that rows are missing.
 */

import { renameSync, rmSync } from 'node:fs'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import { failingIf, type PartReading } from '../runtime/part-health.ts'
import {
  type Acceptance,
  acceptedFile,
  hasEnd,
  problemOf,
  readAcceptance,
  refusalOf,
  refusedFile,
  rowAfter,
} from './anchor-acceptance.ts'
import { anchorFile, anchorTextIn, type FoundAnchor, parseAnchor } from './anchor-file.ts'
import { type AnchorWriter, anchorWriter } from './anchor-writer.ts'
import { beginEpoch } from './begin-epoch.ts'
import type { Journal } from './journal.ts'
import type { Sequencer } from './sequencer.ts'

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
        throw await refusalOf(journal, problem, dataDir)
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
