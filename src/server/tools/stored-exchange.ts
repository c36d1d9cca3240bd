/** What the database holds of an exchange, for somebody who only looks, also while it runs. */

import { type Config, readConfig } from '../config.ts'
import type { Journal } from '../core/journal.ts'
import { readRows } from '../core/postgres-journal.ts'
import { storedSnapshots } from '../core/postgres-snapshots.ts'
import { openLog } from '../log.ts'
import { type Look, lookAtDatabase } from '../postgres/look.ts'

export type StoredExchange = Look & {
  readonly journal: Journal
  readonly snapshots: ReturnType<typeof storedSnapshots>
}

export async function openStoredExchange(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  copied: readonly string[] = [],
): Promise<StoredExchange> {
  const look = await lookAtDatabase({ dataDir, databaseUrl, log: openLog('silent') }, copied)
  const { client, close } = look
  const { rows } = await client.query<{ id: string }>('select id::text as id from journal_identity')
  const journal: Journal = {
    id: rows[0]?.id ?? '',
    append: () => Promise.reject(new Error('only the exchange itself writes')),
    read: (after) => readRows(client, after),
    close,
  }
  return { ...look, journal, snapshots: storedSnapshots(client) }
}

/** Says what a tool found; its exit code is 1 when that is a complaint. `copied` are tables it makes anew. */
export async function runTool(
  tool: (exchange: StoredExchange) => Promise<{ readonly report: string; readonly complaint: string | undefined }>,
  copied: readonly string[] = [],
): Promise<void> {
  let exchange: StoredExchange | undefined
  try {
    exchange = await openStoredExchange(readConfig(), copied)
    const { report, complaint } = await tool(exchange)
    process.stdout.write(`${report}\n`)
    if (complaint === undefined) return
    process.stderr.write(`${complaint}\n`)
    process.exitCode = 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  } finally {
    await exchange?.close()
  }
}

/** Columns as wide as they must be; numbers to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const cell = (text: string, column: number): string =>
    /^-?\d[\d,.]*$/.test(text) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n')
}

export const counted = (count: number): string => count.toLocaleString('en-US')
