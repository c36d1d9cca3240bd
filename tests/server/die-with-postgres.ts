// A program of one test: opens the database, writes a row, says so, and is killed.
import { openDatabase } from '../../src/server/postgres/database.ts'
import { quiet } from './quiet.ts'

const [dataDir = '', name = ''] = process.argv.slice(2)
const { pool } = await openDatabase({ dataDir, databaseUrl: undefined, log: quiet })
await pool.query("insert into settings (name, value) values ($1, 'written')", [name])
process.kill(process.pid, 'SIGKILL')
