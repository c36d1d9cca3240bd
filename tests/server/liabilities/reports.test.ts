/** Reports of liabilities of a running exchange: when they are made, what is in them, and what a kill leaves. */

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { CurrencyId, Seq, UserId } from '../../../src/contract/ids.ts'
import { AMOUNT_BYTES, USER_BYTES } from '../../../src/contract/liabilities/encoding.ts'
import { parseProof } from '../../../src/contract/liabilities/parse.ts'
import { verifyProof } from '../../../src/contract/liabilities/verify.ts'
import type { LiabilitiesView, LiabilityProofView } from '../../../src/contract/liabilities/views.ts'
import { formatUnits, parseUnits, type Units } from '../../../src/contract/money.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import { coins, free, held, type State } from '../../../src/engine/exchange.ts'
import { makeReport, TotalsDiffer } from '../../../src/server/liabilities/make-report.ts'
import { makeDueReport, nextReportAt, openReportJob, reportDay } from '../../../src/server/liabilities/report-job.ts'
import { deleteOldReports, insertReport } from '../../../src/server/liabilities/report-rows.ts'
import { LEAVES_PER_PIECE } from '../../../src/server/liabilities/sum-tree.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { transaction } from '../../../src/server/postgres/transaction.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { makeReportNow, never, newestReport, withDatabase } from '../../fixtures/liabilities.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { type Death, mortal } from '../../fixtures/mortal.ts'
import { buy } from '../../fixtures/parallel-claims.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const live = setUpTestServer({ ...LIVE_MODE, RATE_LIMITS: 'on' })
const DAY = 24 * 60 * 60_000
const at = (text: string) => Date.parse(`2026-03-${text}Z`)

const published = async () => (await server().request<LiabilitiesView>('GET', api.liabilities.path)).body
const proofOf = ({ access }: Pick<Earner, 'access'>, seq: number | string) =>
  server().request<LiabilityProofView>('GET', api.liabilityProof.path.replace(':seq', String(seq)), {
    access: access(),
  })
const counts = (database: Database) =>
  database.pool
    .query<{ reports: number; pieces: number }>(
      'select (select count(*) from liability_reports) as reports, (select count(*) from liability_pieces) as pieces',
    )
    .then(({ rows }) => rows[0])

async function isValid(proof: unknown, user: string, report: unknown): Promise<boolean> {
  let steps = 0
  for await (const { isPassed } of verifyProof(proof, { user, report })) {
    if (!isPassed) return false
    steps += 1
  }
  return steps === 5
}

test('A report is due from 00:05 UTC on, once a day', () => {
  expect(reportDay(at('05T00:04:59')) + 1).toBe(reportDay(at('05T00:05:00')))
  expect(reportDay(at('06T00:04:59'))).toBe(reportDay(at('05T00:05:00')))
  expect(nextReportAt(at('05T00:04:59'))).toBe(at('05T00:05:00'))
  expect(nextReportAt(at('05T00:05:00'))).toBe(at('06T00:05:00'))
})

test('An exchange without users makes no report, and says so', async () => {
  await withDatabase(server(), async (database, reportKey) => {
    const { sequencer } = server().exchange
    const done = await makeDueReport(
      { sequencer, database, clock: { now: server().now }, log: quiet, mode: 'play', reportKey },
      never,
    )
    expect([done, await counts(database)]).toEqual([false, { reports: 0, pieces: 0 }])
  })
  expect(await published()).toMatchObject({ report: null, earlier: [], has_addresses: false })
})

test('A report has the balances of all users, free and in orders, and every user has a proof that verifies', async () => {
  const users = [await createEarner(server()), await createEarner(server()), await createEarner(server())]
  const [ann, bob] = users as [Earner, Earner]
  await buy(server(), ann, 1_000)
  const order = { client_order_id: randomUUID(), pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '1000' }
  await server().request('POST', api.placeOrder.path, { body: order, access: bob.access() })
  const stored = await makeReportNow(server())
  const { report } = await published()
  expect(report?.seq).toBe(stored.seq)
  const owned = (state: State, user: UserId, id: CurrencyId) => free(state, user, id) + held(state, user, id)
  const listed = await server().exchange.sequencer.read((state) => {
    const ids = users.map(({ user }) => user)
    return coins(state).map(({ id, symbol }) => ({
      symbol,
      total: ids.reduce((sum, user) => sum + owned(state, user, id), 0n) as Units,
      bob: owned(state, bob.user, id),
      heldByBob: held(state, bob.user, id),
    }))
  })
  expect(listed.some(({ heldByBob }) => heldByBob > 0n)).toBe(true)
  expect(report?.totals.map(({ symbol, amount }) => [symbol, amount])).toEqual(
    listed.map(({ symbol, total }) => [symbol, formatUnits(total)]),
  )
  expect(report?.totals.map(({ symbol }) => symbol)).not.toContain('XP')
  for (const user of users) {
    const { body } = await proofOf(user, stored.seq)
    expect(await isValid(body, user.user, report)).toBe(true)
    expect(body.leaves.map(({ path }) => path.length)).toEqual([9, 9, 9, 9])
  }
  const { body } = await proofOf(bob, stored.seq)
  expect(parseProof(body)?.owned).toEqual(listed.map(({ bob }) => bob))
  // It is of no use to another user.
  expect(await isValid(body, ann.user, report)).toBe(false)
})

test('The report names the journal row that ends with its command', async () => {
  await createEarner(server())
  await makeReportNow(server())
  const { report } = await published()
  await withDatabase(server(), async ({ pool }) => {
    const { rows } = await pool.query("select encode(hash, 'hex') as hash from journal where last_seq = $1", [
      report?.seq,
    ])
    expect(rows).toEqual([{ hash: report?.journal_hash }])
  })
})

test('A user who signed up after the report, an unknown report and a malformed number are refused', async () => {
  const ann = await createEarner(server())
  const { seq } = await makeReportNow(server())
  const late = await createEarner(server())
  const codeOf = async (user: Earner, of: number | string) => {
    const { status, body } = await proofOf(user, of)
    return [status, (body as { code?: string }).code]
  }
  expect(await codeOf(late, seq)).toEqual([404, 'NOT_IN_REPORT'])
  expect(await codeOf(ann, seq)).toEqual([200, undefined])
  for (const wrong of [seq + 1, 0, '1e3', '-1', 'x', '9'.repeat(30)])
    expect(await codeOf(ann, wrong)).toEqual([404, 'REPORT_NOT_FOUND'])
})

test('The trees of seven reports are kept, and the roots of older ones', async () => {
  const ann = await createEarner(server())
  const first = await makeReportNow(server())
  for (let day = 0; day < 7; day++) {
    await createEarner(server())
    await makeReportNow(server())
  }
  const { report, earlier } = await published()
  expect(earlier.map(({ seq }) => seq)).toContain(first.seq)
  expect((await proofOf(ann, first.seq)).status).toBe(404)
  expect((await proofOf(ann, earlier[5]?.seq ?? 0)).status).toBe(200)
  expect((await proofOf(ann, report?.seq ?? 0)).status).toBe(200)
})

test('The roots of 366 reports are kept', async () => {
  await createEarner(server())
  const { seq } = await makeReportNow(server())
  await withDatabase(server(), async (database, reportKey) => {
    const report = expectDefined(await newestReport(database, reportKey), 'the report')
    await transaction(database.pool, 'begin', async (db) => {
      for (let later = 1; later <= 366; later++)
        await insertReport(db, { ...report, seq: (seq + later) as Seq, day: report.day + later })
      await deleteOldReports(db)
      const { rows } = await db.query('select min(seq)::int as oldest, count(*)::int as count from liability_reports')
      expect(rows).toEqual([{ oldest: seq + 1, count: 366 }])
      throw new Error('undo')
    }).catch((error: Error) => expect(error.message).toBe('undo'))
  })
})

test('The job makes one report a day, also after an interruption of the exchange, and stops', async () => {
  await createEarner(server())
  await withDatabase(server(), async (database, reportKey) => {
    const { sequencer } = server().exchange
    let looks = 0
    /** Longer than one look, so that a report that it made is stored. */
    const severalLooks = () => {
      const before = looks
      return expect.poll(() => looks).toBeGreaterThan(before + 5)
    }
    let now = nextReportAt((await newestReport(database, reportKey))?.at ?? server().now())
    let failures = 2
    const read: typeof sequencer.read = async (select) => {
      if (failures-- > 0) throw new Unavailable('recovering')
      return sequencer.read(select)
    }
    const open = () =>
      openReportJob({
        sequencer: { read },
        database,
        clock: {
          now() {
            looks += 1
            return now
          },
        },
        log: quiet,
        mode: 'play',
        reportKey,
        pauseMillis: 5,
      })
    const reports = async () => (await counts(database))?.reports ?? 0
    const before = await reports()
    let job = open()
    job.start()
    await expect.poll(reports).toBe(before + 1)
    now += 23 * 60 * 60_000
    await severalLooks()
    await job.stop()
    // A restart in the same day.
    job = open()
    job.start()
    await severalLooks()
    expect(await reports()).toBe(before + 1)
    await sequencer.submit({ type: 'cancel-all', user: randomUUID() as UserId, pair: null }, () => undefined)
    now += 3 * DAY
    await expect.poll(reports).toBe(before + 2)
    await job.stop()
  })
})

const insert = 'insert into liability_reports'
const deaths: readonly Death[] = [
  { name: 'insert into liability_pieces', nth: 1, when: 'after' },
  { name: 'insert into liability_pieces', nth: 2, when: 'before' },
  { name: insert, nth: 1, when: 'before' },
  { name: insert, nth: 1, when: 'after' },
  { name: 'commit', nth: 1, when: 'before' },
]

test.each(deaths)(
  'A kill $when statement $nth of "$name" leaves no half report, and the next start makes the report',
  async (death) => {
    await createEarner(server())
    await withDatabase(server(), async (database, reportKey) => {
      const { sequencer } = server().exchange
      const now = nextReportAt((await newestReport(database, reportKey))?.at ?? server().now())
      const deps = { sequencer, clock: { now: () => now }, log: quiet, mode: 'play', reportKey } as const
      const before = await counts(database)
      const killed = mortal(database, sequencer, death)
      killed.arm()
      await expect(makeDueReport({ ...deps, database: killed.database }, never)).rejects.toThrow('killed')
      await expect.poll(() => counts(database)).toEqual(before)
      expect(await makeDueReport({ ...deps, database }, never)).toBe(true)
      expect((await counts(database))?.reports).toBe((before?.reports ?? 0) + 1)
    })
  },
)

test('A second report of a day is refused by the database', async () => {
  await createEarner(server())
  const { day } = await makeReportNow(server())
  await createEarner(server())
  await withDatabase(server(), async (database, reportKey) => {
    const made = makeReport(
      { sequencer: server().exchange.sequencer, database, mode: 'play', reportKey },
      { day, at: 0, stopping: never },
    )
    await expect(made).rejects.toThrow(/duplicate key/)
  })
})

test('A day without commands needs no other report', async () => {
  await createEarner(server())
  const { seq, at: made } = await makeReportNow(server())
  await withDatabase(server(), async (database, reportKey) => {
    const { sequencer } = server().exchange
    const before = await counts(database)
    const clock = { now: () => made + DAY }
    expect(await makeDueReport({ sequencer, database, clock, log: quiet, mode: 'play', reportKey }, never)).toBe(true)
    expect(await counts(database)).toEqual(before)
    expect((await newestReport(database, reportKey))?.seq).toBe(seq)
  })
})

test('A tree without one of the users is not published: its totals differ from the ledger', async () => {
  await createEarner(server())
  await withDatabase(server(), async (database, reportKey) => {
    const { sequencer } = server().exchange
    const read: typeof sequencer.read = async (select) => {
      const result = await sequencer.read(select)
      const { users } = result as { users?: readonly unknown[] }
      return users === undefined ? result : { ...result, users: users.slice(1) }
    }
    const before = await counts(database)
    const made = makeReport(
      { sequencer: { read }, database, mode: 'play', reportKey },
      { day: 1, at: 0, stopping: never },
    )
    await expect(made).rejects.toThrow(TotalsDiffer)
    expect(await counts(database)).toEqual(before)
  })
})

test('A stop ends the job before the report is stored', async () => {
  await createEarner(server())
  await withDatabase(server(), async (database, reportKey) => {
    const { sequencer } = server().exchange
    const now = nextReportAt((await newestReport(database, reportKey))?.at ?? server().now())
    const before = await counts(database)
    const stopping = AbortSignal.abort()
    const deps = { sequencer, database, clock: { now: () => now }, log: quiet, mode: 'play', reportKey } as const
    expect(await makeDueReport(deps, stopping)).toBe(false)
    expect(await counts(database)).toEqual(before)
  })
})

test('Balances that change while the tree is built are not in it', async () => {
  const ann = await createEarner(server())
  await withDatabase(server(), async (database, reportKey) => {
    const { sequencer } = server().exchange
    const now = nextReportAt((await newestReport(database, reportKey))?.at ?? server().now())
    const pending = makeReport(
      { sequencer, database, mode: 'play', reportKey },
      { day: reportDay(now), at: now, stopping: never },
    )
    await buy(server(), ann, 500)
    const made = await pending
    if (made === undefined || made === 'withheld') throw new Error('no report was made')
    const { seq } = made
    expect(sequencer.seq).toBeGreaterThan(seq)
    const { body } = await proofOf(ann, seq)
    expect(parseProof(body)?.owned.filter((amount) => amount !== 0n)).toEqual([parseUnits('10000')])
  })
})

test('With real money the addresses of the exchange can be downloaded, without their users', async () => {
  expect((await live().request<LiabilitiesView>('GET', api.liabilities.path)).body.has_addresses).toBe(true)
  const { status, body } = await live().request<{ csv: string }>('GET', api.liabilityAddresses.path)
  expect([status, body.csv]).toEqual([200, 'network,kind,address\r\n'])
  expect((await server().request('GET', api.liabilityAddresses.path)).status).toBe(404)
})

test('With real money a report needs 20 users with a balance, and the reply says that it is withheld', async () => {
  const { sequencer } = live().exchange
  const liveView = async () => (await live().request<LiabilitiesView>('GET', api.liabilities.path)).body
  const currency = 1 as CurrencyId
  const listed = { id: currency, symbol: 'USDT', name: 'Tether', decimals: 8 }
  const by = { operator: 'ann', reason: 'a test' }
  await sequencer.submit({ type: 'list-currency', currency: listed, ...by }, () => undefined)
  const open = (grant: bigint) => {
    const grants = grant === 0n ? [] : [{ currency, amount: grant as Units }]
    const user = randomUUID() as UserId
    const command = { type: 'open-account', user, kind: 'user', referralCode: null, referrer: null, grants } as const
    return sequencer.submit(command, () => undefined)
  }
  for (let user = 0; user < 19; user++) await open(1n)
  await open(0n)
  expect(await liveView()).toMatchObject({ report: null, is_withheld: true })
  await withDatabase(live(), async (database, reportKey) => {
    const clock = { now: live().now }
    const due = () => makeDueReport({ sequencer, database, clock, log: quiet, mode: 'live', reportKey }, never)
    expect([await due(), await counts(database)]).toEqual([false, { reports: 0, pieces: 0 }])
    await open(1n)
    expect((await liveView()).is_withheld).toBe(false)
    expect([await due(), (await counts(database))?.reports]).toEqual([true, 1])
    expect(await liveView()).toMatchObject({ report: { format: 2 }, is_withheld: false })
  })
})

function runTool(...options: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  const program = join(import.meta.dirname, '../../../src/server/tools/liabilities.ts')
  return new Promise((resolve) =>
    execFile(process.execPath, [program, ...options], { env: programEnvironment() }, (error, out, problem) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: out + problem }),
    ),
  )
}

test('The tool verifies a downloaded proof and report without a server, and its exit code says whether they are valid', async () => {
  const ann = await createEarner(server())
  const { seq, root } = await makeReportNow(server())
  const { body: proof } = await proofOf(ann, seq)
  const folder = scratchFolder()
  const file = (name: string, value: unknown): string => {
    const path = join(folder, name)
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
    return path
  }
  const report = file('report.json', proof.report)
  const valid = await runTool('--verify', file('proof.json', proof), '--report', report, '--user', ann.user)
  expect([valid.code, valid.out]).toEqual([0, expect.stringMatching(/^ok {6}[\s\S]*USDT +10000\n[\s\S]*\nVALID\n$/)])
  expect(valid.out).toContain(root.toString('hex'))
  expect((await runTool('--verify', report)).out).toMatch(/\nVALID\n$/)

  const tampered = file('tampered.json', { ...proof, leaves: proof.leaves.toReversed() })
  const invalid = await runTool('--verify', tampered)
  expect([invalid.code, invalid.out]).toEqual([
    1,
    expect.stringMatching(/failed {2}a part of the account does not lead .*\n\nNOT VALID/),
  ])
  expect((await runTool('--verify', file('proof.json', proof), '--user', randomUUID())).code).toBe(1)
  expect((await runTool('--verify', file('half.json', JSON.stringify(proof).slice(0, 500)))).code).toBe(1)
  expect((await runTool('--verify', join(folder, 'missing.json'))).code).toBe(2)
  expect((await runTool()).code).toBe(2)
  rmSync(folder, { recursive: true, force: true })
})

test('The event loop runs between the slices of a tree, and no command is made', async () => {
  await createEarner(server())
  const before = server().exchange.sequencer.seq
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  count()
  await makeReportNow(server())
  isDone = true
  // 1,024 leaves: 16 pieces.
  expect(turns).toBeGreaterThan(16)
  expect(server().exchange.sequencer.seq).toBe(before)
})

test('A report of liabilities that another program has stored does not end the process when the next one is due', async () => {
  await createEarner(server())
  const first = await makeReportNow(server())
  await createEarner(server())
  await withDatabase(server(), async (database, reportKey) => {
    const { sequencer } = server().exchange
    await database.pool.query(
      `insert into liability_reports (seq, journal_id, day, at, journal_hash, root, height, key, users, totals, reserves, halves)
       select each, journal_id, -each, at, journal_hash, root, height, key, users, totals, reserves, ''
       from liability_reports, generate_series($1::bigint, $1::bigint + 1000) as each
       where seq = (select max(seq) from liability_reports)
       on conflict do nothing`,
      [sequencer.seq],
    )
    const clock = { now: () => first.at + DAY }
    const made = makeDueReport({ sequencer, database, clock, log: quiet, mode: 'play', reportKey }, never)
    await expect(made).resolves.toBeTypeOf('boolean')
    await database.pool.query("delete from liability_reports where halves = ''")
  })
})

test('Rows of another program are neither shown as reports nor stop the next one, and an edited report is not shown', async () => {
  await createEarner(server())
  const first = await makeReportNow(server())
  await createEarner(server())
  await withDatabase(server(), async (database, reportKey) => {
    const { pool } = database
    const { sequencer } = server().exchange
    const now = nextReportAt(first.at)
    // For the command and the day of the next report, and after both.
    const forge = `insert into liability_reports
      select seq + $1, journal_id, day + $2, at, journal_hash, root, height, key, users, totals, reserves, halves
      from liability_reports where seq = $3`
    const next = sequencer.seq - first.seq
    for (const [seq, day] of [
      [next, 500],
      [next + 7, 1],
      [next + 8, 501],
    ])
      await pool.query(forge, [seq, day, first.seq])
    expect((await published()).report?.seq).toBe(first.seq)
    const deps = { sequencer, database, clock: { now: () => now }, log: quiet, mode: 'play', reportKey } as const
    await pool.query(
      `insert into liability_reports
      select 9e14, journal_id, $1, at, journal_hash, root, height, key, users, totals, reserves, halves
      from liability_reports where seq = $2`,
      [reportDay(now) + 2, first.seq],
    )
    expect(await makeDueReport(deps, never)).toBe(true)
    const { report } = await published()
    expect([report?.seq, Date.parse(report?.at ?? '')]).toEqual([sequencer.seq, now])
    const { rows } = await pool.query('select from liability_reports where seq > $1', [sequencer.seq])
    expect(rows).toEqual([])
    for (const change of [
      `totals = jsonb_set(totals, '{0,amount}', '"1"')`,
      "reserves = 'null'",
      "root = sha256('')",
    ]) {
      await pool.query('create table kept as select * from liability_reports where seq = $1', [sequencer.seq])
      await pool.query(`update liability_reports set ${change} where seq = $1`, [sequencer.seq])
      expect((await published()).report?.seq).toBe(first.seq)
      await pool.query(
        'update liability_reports as r set totals = k.totals, reserves = k.reserves, root = k.root from kept k where k.seq = r.seq',
      )
      await pool.query('drop table kept')
    }
    expect((await published()).report?.seq).toBe(sequencer.seq)
  })
})

test('A tree whose leaves another program has replaced ends the search for the leaves of a user', async () => {
  const ann = await createEarner(server())
  const { seq, totals } = await makeReportNow(server())
  const size = 2 + USER_BYTES + totals.length * AMOUNT_BYTES
  const content = Buffer.alloc(LEAVES_PER_PIECE * size)
  for (let place = 0; place < LEAVES_PER_PIECE; place++) content[place * size] = place
  await withDatabase(server(), ({ pool }) =>
    pool.query('update liability_pieces set content = $1 where report_seq = $2 and level = 0', [content, seq]),
  )
  expect(await proofOf(ann, seq)).toMatchObject({ status: 404, body: { code: 'NOT_IN_REPORT' } })
})
