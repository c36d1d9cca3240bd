/** `node tests/golden/record.ts NAME`: writes a new golden journal with the current code. Existing ones never change. */

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../../src/engine/exchange.ts'
import { emptyState } from '../../src/engine/exchange.ts'
import { random } from '../../src/server/play/random.ts'
import { encode, FORMAT, type Stamped } from '../../src/server/sequencer/command-codec.ts'
import { executeBatch } from '../../src/server/sequencer/execute-batch.ts'
import { FIRST_HASH, type JournalRow } from '../../src/server/sequencer/journal.ts'
import { JOURNAL } from '../engine/exchange.ts'
import { hashed } from '../fixtures/record-keys.ts'
import { randomFundsCommand } from '../simulation/simulated-funds.ts'
import { accounts, listings, randomCommand, USERS } from '../simulation/simulated-traders.ts'
import { encodeRow, endOf, type GoldenJournal } from './golden-journal.ts'

const WISHES = 3_000
const [name = ''] = process.argv.slice(2)
const file = join(import.meta.dirname, `${name}.json`)
if (!/^\d{4}-[a-z-]+$/.test(name) || existsSync(file)) {
  process.stderr.write('Give a new name such as 0002-convert.\n')
  process.exit(1)
}

/** Half of the commands are deposits, withdrawals and payments, so that many of them succeed. */
function wish(id: string, now: number): Command {
  const user = USERS[Math.floor(dice() * USERS.length)] ?? USERS[0]
  return dice() < 0.5 && user !== undefined
    ? randomFundsCommand(dice, user, id, state.seq, state)
    : randomCommand(dice, id, state.seq, now, state)
}

const dice = random(20_261_124)
const state = emptyState(JOURNAL)
const waiting: Command[] = [...listings(), ...accounts(dice)]
const rows: JournalRow[] = []
let asked = 0
let at = 1_700_000_000_000
while (waiting.length > 0 || asked < WISHES) {
  // Sometimes hours pass, so that rewards accrue.
  at += 1_234 + (dice() < 0.2 ? Math.floor(dice() * 12) * 3_600_000 : 0)
  const size = 1 + Math.floor(dice() * 40)
  while (waiting.length < size && asked < WISHES) waiting.push(wish(`wish-${asked++ % 2_900}`, at))
  const stamped = waiting.splice(0, size).map((command): Stamped => [at, command])
  const { rules } = state
  const firstSeq = state.seq + 1
  const { eventHash } = executeBatch(state, { rules, stamped })
  const last = rows[rows.length - 1]
  rows.push(
    hashed(JOURNAL, {
      batch: rows.length + 1,
      firstSeq,
      lastSeq: state.seq,
      prevHash: last?.hash ?? FIRST_HASH,
      eventHash,
      format: FORMAT,
      rules,
      payload: encode(stamped),
    }),
  )
}
const golden: GoldenJournal = { id: JOURNAL, rows: rows.map(encodeRow), end: endOf(state) }
writeFileSync(file, `${JSON.stringify(golden, null, 1)}\n`)
