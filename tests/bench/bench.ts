/** `npm run bench [-- part] [--json]`: measures the parts, always beside a peer in the same run. */

import { benchEngine } from './engine.ts'

const parts = { engine: benchEngine } as const
type Part = keyof typeof parts

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = asked.filter((word) => !(word in parts))
if (unknown.length > 0) {
  process.stderr.write(`There is no bench called ${unknown.join(', ')}. There is: ${Object.keys(parts).join(', ')}\n`)
  process.exit(1)
}

const names = asked.length > 0 ? (asked as Part[]) : (Object.keys(parts) as Part[])
const results = Object.fromEntries(names.map((name) => [name, parts[name]()]))
const shown = (value: unknown): string => (typeof value === 'number' ? value.toLocaleString('en-US') : String(value))

process.stdout.write(process.argv.includes('--json') ? `${JSON.stringify(results, null, 2)}\n` : tables(results))

function tables(results: Readonly<Record<string, readonly object[]>>): string {
  return Object.entries(results)
    .map(([name, rows]) => `\n${name}\n${table(rows)}`)
    .join('\n')
}

function table(rows: readonly object[]): string {
  const heads = Object.keys(rows[0] ?? {})
  const cells = [heads, ...rows.map((row) => Object.values(row).map(shown))]
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return `${cells.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')).join('\n')}\n`
}
