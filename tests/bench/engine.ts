/**
 * The engine against `nodejs-order-book`: alternating rounds, the same streams of orders, each in a process of its own. The
 * engine includes accounts, holds, fees, ledger and events. The peer keeps only a book and is used as its README describes.
 * Arguments are prepared before. The peer's levels are plain arrays that a cancel scans, so it slows down with the number of
 * orders at a price; the engine slows down with cache misses.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import type { Subject } from './engine-worker.ts'
import { type Bench, type Row, rounded } from './statistics.ts'
import { workload } from './workload.ts'

const STEPS = 300_000
const ROUNDS = 5
const SUBJECTS = ['tern', 'with client ids', 'peer'] as const satisfies readonly Subject[]
const WORKER = join(import.meta.dirname, 'engine-worker.ts')

const shapes = [
  { name: 'thin', live: 1_000, depth: 100 },
  { name: 'normal', live: 60_000, depth: 2_000 },
  { name: 'deep', live: 600_000, depth: 20_000 },
]

export const benchEngine: Bench = {
  includes:
    'thousands of commands per second of CPU time, median of alternating rounds; the engine with accounts, holds, fees, ledger and events, the peer with a book only; no journal',
  async run() {
    const rows: Row[] = []
    for (const shape of shapes) rows.push(await measureShape(shape))
    return rows
  },
}

async function measureShape({ name, live, depth }: (typeof shapes)[number]): Promise<Row> {
  const folder = scratchFolder()
  const file = join(folder, 'workload.json')
  writeFileSync(file, JSON.stringify(workload(live, STEPS, depth)))
  const figures: Record<Subject, number[]> = { tern: [], 'with client ids': [], peer: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const subject of SUBJECTS) figures[subject].push(await measure(file, subject))
  rmSync(folder, { recursive: true, force: true })
  const [tern, withIds, peer] = SUBJECTS.map((subject) => median(figures[subject])) as [number, number, number]
  return {
    workload: name,
    'live orders': live,
    tern: rounded(tern / 1_000),
    'with client ids': rounded(withIds / 1_000),
    peer: rounded(peer / 1_000),
    ratio: `${(tern / peer).toFixed(1)} ×`,
    'ratio with client ids': `${(withIds / peer).toFixed(1)} ×`,
  }
}

async function measure(file: string, subject: Subject): Promise<number> {
  const [figure] = await once(fork(WORKER, [file, subject]), 'message')
  return figure as number
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
