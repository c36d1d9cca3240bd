/** Changes by a thief who can write the database and has the program, but not the key of the record. */

import type pg from 'pg'
import type { CurrencyId, UserId } from '../../src/contract/ids.ts'
import { parseUnits, type Units } from '../../src/contract/money.ts'
import { expectDefined } from '../../src/engine/assert.ts'
import { accountOf, type Command, free, ledgerEntries, type State } from '../../src/engine/exchange.ts'
import { sealRecordKey } from '../../src/server/secrets/record-key.ts'
import { encode, FORMAT, type Stamped } from '../../src/server/sequencer/command-codec.ts'
import { executeBatch } from '../../src/server/sequencer/execute-batch.ts'
import { type Journal, type JournalRow, recordHashes } from '../../src/server/sequencer/journal.ts'
import { readIdentity } from '../../src/server/sequencer/journal-identity.ts'
import { readRows } from '../../src/server/sequencer/postgres-journal.ts'
import { postgresSnapshots } from '../../src/server/sequencer/postgres-snapshots.ts'
import { type Replayed, replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { openSnapshots } from '../../src/server/sequencer/snapshots.ts'
import { quiet } from '../fixtures/silent-log.ts'

const OWN_KEY = Buffer.alloc(32, 3)
const USDT = 1 as CurrencyId
const MILLION = expectDefined(parseUnits('1000000'), 'an amount')

/** The journal as the program reads it, with hashes that are believed. */
async function believed(client: pg.Client): Promise<{ readonly journal: Journal; readonly end: Replayed }> {
  const id = await readIdentity(client)
  const hashes = { ...recordHashes(OWN_KEY, id), row: (row: Omit<JournalRow, 'hash'>) => (row as JournalRow).hash }
  const journal: Journal = {
    id,
    hashes,
    append: () => Promise.reject(new Error('read only')),
    read: (after) => readRows(client, after),
    close: async () => undefined,
  }
  return { journal, end: await replayJournal(journal, () => undefined) }
}

const someUser = (state: State): UserId => {
  const found = [...ledgerEntries(state)]
    .map(({ owner }) => owner)
    .find((owner) => accountOf(state, owner as UserId)?.kind === 'user')
  return expectDefined(found, 'the history has users') as UserId
}

const COLUMNS = 'batch, first_seq, last_seq, prev_hash, event_hash, format, rules, payload, hash'

async function store(client: pg.Client, row: JournalRow): Promise<void> {
  const { batch, firstSeq, lastSeq, prevHash, eventHash, format, rules, payload, hash } = row
  const values = [batch, firstSeq, lastSeq, prevHash, eventHash, format, rules, payload, hash]
  await client.query(`insert into journal (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, values)
}

/** One row that grants a million to a new account, right in everything but its hash. */
async function appendGrant(client: pg.Client): Promise<string> {
  const { journal, end } = await believed(client)
  const { state, batch, hash: prevHash } = end
  const user = someUser(state)
  const command: Command = {
    type: 'open-account',
    user: user.replace(/^......../, 'ffffffff') as typeof user,
    kind: 'user',
    referralCode: null,
    referrer: null,
    grants: [{ currency: USDT, amount: MILLION }],
  }
  const stamped: readonly Stamped[] = [[state.at, command]]
  const firstSeq = state.seq + 1
  const { eventHash } = executeBatch(state, { rules: state.rules, stamped })
  const content = { batch: batch + 1, firstSeq, lastSeq: state.seq, prevHash, eventHash, format: FORMAT }
  const row = { ...content, rules: state.rules, payload: encode(stamped) }
  await store(client, { ...row, hash: recordHashes(OWN_KEY, journal.id).row(row) })
  return `batch ${row.batch}`
}

/** A snapshot of the end in which a user has a million more. */
async function changeSnapshot(client: pg.Client): Promise<string> {
  const { end } = await believed(client)
  const user = someUser(end.state)
  const more = (MILLION - free(end.state, user, USDT)) as Units
  end.state.core.post([
    { owner: user, part: 'free', currency: USDT, amount: more },
    { owner: 'world', part: 'free', currency: USDT, amount: -more as Units },
  ])
  const pool = { query: client.query.bind(client), connect: async () => Object.assign(client, { release() {} }) }
  const own = { ...end, hashes: recordHashes(OWN_KEY, end.state.journal) }
  await openSnapshots({ store: postgresSnapshots(pool as never), log: quiet, stopInterval: 0 }).stop(own)
  return `the snapshot of batch ${end.batch}`
}

/** The whole journal hashed again under an own key. With `isOpened`, that key takes the place of the record key. */
const hashAgain =
  (isOpened: boolean) =>
  async (client: pg.Client): Promise<string> => {
    const id = await readIdentity(client)
    const hashes = recordHashes(OWN_KEY, id)
    const rows: JournalRow[] = []
    for await (const row of readRows(client, 0)) {
      const chained = { ...row, prevHash: rows.at(-1)?.hash ?? row.prevHash }
      rows.push({ ...chained, hash: hashes.row(chained) })
    }
    await client.query('delete from snapshots')
    await client.query('delete from journal')
    for (const row of rows) await store(client, row)
    const sealed = sealRecordKey(OWN_KEY, 'a secret key that the server does not have', id)
    if (isOpened) await client.query(`update settings set value = $1 where name = 'record-key'`, [sealed])
    return isOpened ? 'every row and the record key' : 'every row'
  }

/** As if nothing had ever been stored. */
async function empty(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
    and relname not in ('migrations', 'journal_identity')`,
  )
  await client.query(`truncate ${rows.map(({ name }) => `"${name}"`).join(', ')}`)
  return 'every table'
}

/** Each gives a thief access to an account of another user. */
const EDITS = [
  `update users set email = 'thief@example.com'`,
  `update users set telegram_id = 666`,
  `update users set password_hash = (select password_hash from users as u where u.id <> users.id limit 1)`,
  `update users set withdraw_hold_until = 1`,
  `update users set referral_code = 123456789`,
] as const

const editAccount =
  (edit: string) =>
  async (client: pg.Client): Promise<string> => {
    await client.query(`${edit} where id = (select min(id::text)::uuid from users)`)
    return edit
  }

/** What the running server finds: it compares all accounts after its start. */
export const EDITED_ACCOUNT = 'an edited account'

export const FORGERIES: readonly { readonly name: string; readonly corrupt: (client: pg.Client) => Promise<string> }[] =
  [
    { name: 'a forged row', corrupt: appendGrant },
    { name: 'a forged snapshot', corrupt: changeSnapshot },
    { name: 'a journal with other hashes', corrupt: hashAgain(false) },
    { name: 'a journal with another key', corrupt: hashAgain(true) },
    ...EDITS.map((edit) => ({ name: EDITED_ACCOUNT, corrupt: editAccount(edit) })),
    { name: 'an emptied database', corrupt: empty },
    {
      name: 'a deleted record key',
      async corrupt(client) {
        await client.query(`delete from settings where name = 'record-key'`)
        return 'settings'
      },
    },
  ]
