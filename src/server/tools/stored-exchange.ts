/** Read-only access to the stored data of an exchange, which may be running. */

import { openReadOnlySession, type ReadOnlySession } from '../postgres/read-only-session.ts'
import { type Config, readConfig } from '../runtime/config.ts'
import { openLog } from '../runtime/log.ts'
import { readRecordKey } from '../secrets/record-key.ts'
import type { SecretKeys } from '../secrets/secret-keys.ts'
import { anchorTextIn, type FoundAnchor, parseAnchor } from '../sequencer/anchor-file.ts'
import { type Journal, recordHashes } from '../sequencer/journal.ts'
import { readIdentity } from '../sequencer/journal-identity.ts'
import { readRows } from '../sequencer/postgres-journal.ts'
import { snapshotReader } from '../sequencer/postgres-snapshots.ts'
import { fail } from './fail.ts'

export type StoredExchange = ReadOnlySession & {
  readonly journal: Journal
  readonly anchor: FoundAnchor
  /** Of the digests of accounts. */
  readonly accountsKey: Buffer
  /** Of the words in the history. */
  readonly historyKey: Buffer
  readonly snapshots: ReturnType<typeof snapshotReader>
}

/** What finds the data of an exchange, and the key that opens its record. */
export type Place = SecretKeys & Pick<Config, 'databaseUrl'>

export async function openStoredExchange(place: Place, copiedTables: readonly string[] = []): Promise<StoredExchange> {
  // Before the session: rows that are committed in between are after the anchor, never before it.
  const anchorText = anchorTextIn(place.dataDir)
  const session = await openReadOnlySession({ ...place, log: openLog('silent') }, copiedTables)
  const { client, close } = session
  try {
    const id = await readIdentity(client)
    const { deriveKey } = await readRecordKey(client, place)
    const journal: Journal = {
      id,
      hashes: recordHashes(deriveKey('journal'), id),
      append: () => Promise.reject(new Error('the session is read-only')),
      read: (after) => readRows(client, after),
      close,
    }
    const anchor = parseAnchor(anchorText, deriveKey('anchor'))
    const keys = { accountsKey: deriveKey('accounts'), historyKey: deriveKey('history') }
    return { ...session, journal, anchor, ...keys, snapshots: snapshotReader(client) }
  } catch (error) {
    await close()
    throw error
  }
}

type ToolResult = { readonly report: string; readonly problem: string | undefined }

/** Prints the tool's report; the exit code is 1 if it found a problem. */
export async function runTool(
  tool: (exchange: StoredExchange) => Promise<ToolResult>,
  copiedTables: readonly string[] = [],
): Promise<void> {
  let exchange: StoredExchange | undefined
  try {
    exchange = await openStoredExchange(readConfig(), copiedTables)
    const { report, problem } = await tool(exchange)
    process.stdout.write(`${report}\n`)
    if (problem === undefined) return
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  } catch (error) {
    fail(error)
  } finally {
    await exchange?.close()
  }
}

/** Aligned columns; numbers are right-aligned. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  )
  const cell = (text: string, column: number): string =>
    /^-?\d[\d,.]*$/.test(text) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n')
}

export const formatCount = (count: number): string => count.toLocaleString('en-US')
