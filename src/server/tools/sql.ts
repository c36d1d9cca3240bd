/** `npm run sql -- "select …"`: runs one read-only query against the stored exchange and prints the rows, also while it runs. */

import pg from 'pg'
import { openReadOnlySession } from '../postgres/read-only-session.ts'
import { readConfig } from '../runtime/config.ts'
import { openLog } from '../runtime/log.ts'
import { fail } from './fail.ts'
import { textTable } from './stored-exchange.ts'

async function run(statement: string): Promise<void> {
  const log = openLog('warn', { write: (line) => void process.stderr.write(line) })
  const session = await openReadOnlySession({ ...readConfig(), log })
  try {
    // As stored: the server reads numbers that are too large as others.
    const config = { text: statement, rowMode: 'array', types: pg.types } as const
    const { rows, fields } = await session.client.query(config)
    process.stdout.write(`${textTable([fields.map(({ name }) => name), ...rows.map((row) => row.map(cellText))])}\n`)
  } finally {
    await session.close()
  }
}

const cellText = (value: unknown): string => {
  if (value === null) return 'null'
  if (Buffer.isBuffer(value)) return value.subarray(0, 16).toString('hex')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

if (import.meta.main) await run(process.argv[2] ?? 'select * from journal order by batch desc limit 5').catch(fail)
