/** `npm run bench [-- part …] [--json]`: measures the parts. Everything a part starts it ends. */

import { benchClient } from './client.ts'
import { benchEngine } from './engine.ts'
import { benchFanOut } from './fan-out.ts'
import type { Bench, Row } from './figures.ts'
import { benchFrames } from './frames.ts'
import { benchJournal } from './journal.ts'
import { benchMemory } from './memory.ts'
import { benchOrders } from './orders.ts'
import { benchRecovery } from './recovery.ts'

const parts: Readonly<Record<string, Bench>> = {
  engine: benchEngine,
  journal: benchJournal,
  orders: benchOrders,
  'fan-out': benchFanOut,
  recovery: benchRecovery,
  memory: benchMemory,
  client: benchClient,
  frames: benchFrames,
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = asked.filter((word) => !(word in parts))
if (unknown.length > 0) {
  process.stderr.write(`There is no bench called ${unknown.join(', ')}. There is: ${Object.keys(parts).join(', ')}\n`)
  process.exit(1)
}

const isJson = process.argv.includes('--json')
const results: Record<string, readonly Row[]> = {}
for (const [name, { includes, run }] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const rows = await run()
  results[name] = rows
  if (!isJson) process.stdout.write(`\n${name}: ${includes}\n${table(rows)}`)
}
if (isJson) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)

function table(rows: readonly Row[]): string {
  const heads = Object.keys(rows[0] ?? {})
  const cells = [heads, ...rows.map((row) => Object.values(row).map(shown))]
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return `${cells.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')).join('\n')}\n`
}

function shown(value: string | number): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value
}
