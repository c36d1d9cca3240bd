/**
 * `node tests/golden/golden-snapshot.ts NAME`: saves the end state of a golden journal with the current code. Where a
 * journal was truncated, a snapshot is the only record of the earlier state, so stored snapshots must stay readable.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { openSnapshots, type SnapshotHead, type SnapshotReader } from '../../src/server/sequencer/snapshots.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { type GoldenJournal, journalOf } from './golden-journal.ts'

/** Bytes in base64. */
type GoldenSnapshot = Pick<SnapshotHead, 'batch' | 'seq' | 'version'> & {
  readonly stateHash: string
  readonly rowHash: string
  readonly hash: string
  readonly chunks: readonly string[]
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')

export function storedOf({ stateHash, rowHash, hash, chunks, ...head }: GoldenSnapshot): SnapshotReader {
  return {
    heads: async () => [{ ...head, stateHash: bytes(stateHash), rowHash: bytes(rowHash), hash: bytes(hash) }],
    async *chunks() {
      for (const chunk of chunks) yield bytes(chunk)
    },
  }
}

async function snapshotOf(golden: GoldenJournal): Promise<GoldenSnapshot | undefined> {
  let saved: GoldenSnapshot | undefined
  const store = {
    heads: async () => [],
    async *chunks() {},
    async save({ stateHash, rowHash, hash, ...head }: SnapshotHead, chunks: AsyncIterable<Buffer>) {
      const kept: string[] = []
      for await (const chunk of chunks) kept.push(chunk.toString('base64'))
      const [state, row, own] = [stateHash, rowHash, hash].map((each) => each.toString('base64')) as [
        string,
        string,
        string,
      ]
      saved = { ...head, stateHash: state, rowHash: row, hash: own, chunks: kept }
    },
  }
  const journal = journalOf(golden)
  await openSnapshots({ store, log: quiet, stopInterval: 0 }).stop(await replayJournal(journal, () => undefined))
  return saved
}

if (import.meta.main) {
  const [name = ''] = process.argv.slice(2)
  const file = join(import.meta.dirname, `${name}.snapshot`)
  if (existsSync(file)) throw new Error(`${file} exists already`)
  const golden = JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'))
  writeFileSync(file, `${JSON.stringify(await snapshotOf(golden), null, 1)}\n`)
}
