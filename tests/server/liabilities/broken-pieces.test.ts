/** Pieces of the tree of liabilities that another program has changed. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { makeReportNow } from '../../fixtures/liabilities.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

test.for([
  ['leaves that end too early', `update liability_pieces set content = '\\x0000' where level = 0`],
  ['leaves without bytes', `update liability_pieces set content = '' where level = 0`],
  ['nodes of another length', `update liability_pieces set content = '\\x00' where level > 0`],
  ['nodes without bytes', `update liability_pieces set content = '' where level > 0`],
  [
    'too few nodes',
    'update liability_pieces set content = substring(content from 1 for length(content) / 8) where level > 0',
  ],
  ['a long piece', `update liability_pieces set content = decode(repeat('ff', 100000), 'hex')`],
] as const)('The proof of a user is answered or refused with %s', async ([, sql]) => {
  await database().pool.query('delete from liability_reports')
  await database().pool.query('delete from liability_pieces')
  const ann = await createEarner(server())
  await createEarner(server())
  const { seq } = await makeReportNow(server())
  const path = api.liabilityProof.path.replace(':seq', String(seq))
  const proof = () => server().request('GET', path, { access: ann.access() })
  expect((await proof()).status).toBe(200)
  await database().pool.query(sql)
  expect([200, 404]).toContain((await proof()).status)
})
