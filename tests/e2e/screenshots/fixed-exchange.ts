/** The exchange of the screenshots, in this process: its time, its market, its ids and its keys are the same in every run. */

import { rmSync } from 'node:fs'
import { startExchange } from '../../../src/server/exchange.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { testClock } from '../../fixtures/test-clock.ts'
import { FIXED_TIME } from './fixed-time.ts'

export type FixedExchange = { readonly address: string; stop(): Promise<void> }

const SETTINGS = {
  RATE_LIMITS: 'off',
  PAST_DAYS: '2',
  SEED: '7',
  PLAY_CHAIN: 'on',
  TONCONNECT: 'on',
  PUBLIC_URL: 'https://tern.example',
  SECRET_KEY: TEST_SECRET_KEY,
  // Nothing listens there.
  BOT_API_URL: 'http://127.0.0.1:2',
}
const JOURNAL = '6f0d8c52-3c1e-4a57-9a34-0d3b6d7c1e88'

/** `more`: other settings. */
export async function startFixedExchange(
  port: number,
  more: Readonly<Record<string, string>> = {},
): Promise<FixedExchange> {
  const dataDir = scratchFolder()
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    await fixJournalId(dataDir)
    const config = readConfig({ ...SETTINGS, ...more, DATA_DIR: dataDir, PORT: String(port) }, ['--no-anchor'])
    const clock = testClock(() => FIXED_TIME)
    const deps = { clock, monotonic: () => 0, log: quiet, demoTraders: 'still' } as const
    const exchange = await startExchange(config, deps)
    await exchange.settled
    return { address: exchange.address, stop: () => exchange.stop().finally(removeFolder) }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** The migrations create a random one. */
async function fixJournalId(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, log: quiet })
  await database.pool
    .query('update journal_identity set id = $1, created_at = $2', [JOURNAL, FIXED_TIME])
    .finally(database.close)
}
