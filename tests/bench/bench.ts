/** `npm run bench [-- name …] [--json]`: runs the named benches, or all. Each bench stops every process it starts. */

import { benchClaims } from './claims.ts'
import { benchClient } from './client.ts'
import { benchEngine } from './engine.ts'
import { benchFanOut } from './fan-out.ts'
import { benchFrames } from './frames.ts'
import { benchFunds } from './funds.ts'
import { benchJournal } from './journal.ts'
import { benchLiabilities } from './liabilities.ts'
import { benchMemory } from './memory.ts'
import { benchOrders } from './orders.ts'
import { benchRecovery } from './recovery.ts'
import type { Bench, Row } from './statistics.ts'

const benches: Readonly<Record<string, Bench>> = {
  engine: benchEngine,
  journal: benchJournal,
  orders: benchOrders,
  claims: benchClaims,
  funds: benchFunds,
  liabilities: benchLiabilities,
  'fan-out': benchFanOut,
  recovery: benchRecovery,
  memory: benchMemory,
  client: benchClient,
  frames: benchFrames,
}

const selected = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = selected.filter((argument) => !(argument in benches))
if (unknown.length > 0) {
  process.stderr.write(`Unknown bench: ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}\n`)
  process.exit(1)
}

const isJson = process.argv.includes('--json')
const results: Record<string, readonly Row[]> = {}
for (const [name, { includes, run }] of Object.entries(benches)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  const rows = await run()
  results[name] = rows
  if (!isJson) process.stdout.write(`\n${name}: ${includes}\n${table(rows)}`)
}
if (isJson) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)

function table(rows: readonly Row[]): string {
  const heads = Object.keys(rows[0] ?? {})
  const cells = [heads, ...rows.map((row) => Object.values(row).map(formatCell))]
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return `${cells.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')).join('\n')}\n`
}

function formatCell(value: string | number): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value
}
