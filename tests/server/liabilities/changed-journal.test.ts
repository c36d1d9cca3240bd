/** The daily report of liabilities, while another program changes the newest row of the journal. */

import { expect, test } from 'vitest'
import { createEarner } from '../../fixtures/earner.ts'
import { makeReportNow } from '../../fixtures/liabilities.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

test.each(['last_seq = last_seq + 1', "hash = decode(repeat('ab', 32), 'hex')"])(
  'The daily report of liabilities is made with the committed hash of the journal, although another program sets "%s" in the newest row',
  async (change) => {
    await createEarner(server())
    const { pool } = database()
    await pool.query('create table kept as select * from journal order by batch desc limit 1')
    await pool.query(`update journal set ${change} where batch = (select batch from kept)`)
    const { seq, journalHash } = await makeReportNow(server())
    await pool.query('delete from journal where batch = (select batch from kept)')
    await pool.query('insert into journal select * from kept')
    await pool.query('drop table kept')
    const { rows } = await pool.query("select encode(hash, 'hex') as hash from journal where last_seq = $1", [seq])
    expect(rows).toEqual([{ hash: journalHash.toString('hex') }])
  },
)
