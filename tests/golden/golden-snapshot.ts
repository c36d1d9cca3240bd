/**
 * `node tests/golden/golden-snapshot.ts NAME`: the state at the end of a golden journal, as today's code puts it by.
 * Where a journal was cut off, a snapshot is all there is of what was before: one once written stays readable for ever.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recover } from '../../src/server/core/recovery.ts'
import { openSnapshots, type SnapshotHead, type StoredSnapshots } from '../../src/server/core/snapshots.ts'
import { quiet } from '../server/quiet.ts'
import { type GoldenJournal, journalOf } from './golden-journal.ts'

/** Bytes in base64. */
type GoldenSnapshot = Pick<SnapshotHead, 'batch' | 'seq' | 'version'> & {
  readonly stateHash: string
  readonly rowHash: string
  readonly chunks: readonly string[]
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')

export function storedOf({ batch, seq, version, stateHash, rowHash, chunks }: GoldenSnapshot): StoredSnapshots {
  return {
    heads: async () => [{ batch, seq, version, stateHash: bytes(stateHash), rowHash: bytes(rowHash) }],
    async *chunks() {
      for (const chunk of chunks) yield bytes(chunk)
    },
  }
}

async function snapshotOf(golden: GoldenJournal): Promise<GoldenSnapshot | undefined> {
  let taken: GoldenSnapshot | undefined
  const store = {
    heads: async () => [],
    async *chunks() {},
    async save({ stateHash, rowHash, ...head }: SnapshotHead, chunks: AsyncIterable<Buffer>) {
      const kept: string[] = []
      for await (const chunk of chunks) kept.push(chunk.toString('base64'))
      taken = { ...head, stateHash: stateHash.toString('base64'), rowHash: rowHash.toString('base64'), chunks: kept }
    },
  }
  const end = await recover(journalOf(golden), () => undefined)
  await openSnapshots({ store, log: quiet, atStop: 0 }).conclude(end)
  return taken
}

if (import.meta.main) {
  const [name = ''] = process.argv.slice(2)
  const file = join(import.meta.dirname, `${name}.snapshot`)
  if (existsSync(file)) throw new Error('it is there already, and stays as it is')
  const golden = JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'))
  writeFileSync(file, `${JSON.stringify(await snapshotOf(golden), null, 1)}\n`)
}
