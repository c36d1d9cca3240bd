/** Endpoints of toncenter's API that answer wrongly, late or not at all. */

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beginCell, Cell } from '@ton/core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../src/chains/chain-unavailable.ts'
import { httpToncenter, ofTonChain, TonApiError, tonApi } from '../../../src/chains/ton/toncenter.ts'
import { toncenterChain } from '../../../src/chains/ton/toncenter-chain.ts'
import { transactionsAfter } from '../../../src/chains/ton/wallet-list.ts'

type Request = { readonly method: string; readonly params: Record<string, unknown> }
type Fault = (reply: ServerResponse, request: Request) => void

const ADDRESS = `0:${'a1'.repeat(32)}`
const HASH = 'ab'.repeat(32)
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
const code = beginCell().storeUint(7, 8).endCell()
const account = {
  '@type': 'raw.fullAccountState',
  balance: '1500000000',
  code: code.toBoc().toString('base64'),
  last_transaction_id: { '@type': 'internal.transactionId', lt: '47000001', hash: base64(HASH) },
  sync_utime: 1_800_000_000,
}
const results: Readonly<Record<string, unknown>> = {
  getAddressInformation: account,
  getMasterchainInfo: { last: { seqno: 5 } },
  runGetMethod: { gas_used: 1, exit_code: 0, stack: [['num', '0x10']] },
  sendBoc: { '@type': 'ok' },
  getTransactions: [],
}

let server: Server
let url: string
let fault: Fault | undefined

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const call: Request = JSON.parse(text)
    if (fault !== undefined) return fault(reply, call)
    reply.end(JSON.stringify({ ok: true, result: results[call.method], id: '1', jsonrpc: '2.0' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/jsonRPC`
})

afterEach(() => {
  fault = undefined
})

afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const transport = () => httpToncenter(url, { timeoutMillis: 2_000, maxBytes: 100_000 })
const chain = () => toncenterChain(transport())

const text =
  (body: string, status = 200): Fault =>
  (reply) => {
    reply.statusCode = status
    reply.end(body)
  }
const result = (value: unknown): Fault => text(JSON.stringify({ ok: true, result: value }))

const balanceAnswer = (last?: string): Fault =>
  result({
    gas_used: 1,
    exit_code: 0,
    stack: [['num', '0x10']],
    ...(last !== undefined && { last_transaction_id: { lt: '47000001', hash: last } }),
  })

test('A balance of jettons belongs to a transaction, unless the endpoint names another one as its newest', async () => {
  fault = balanceAnswer(base64(HASH))
  expect(await chain().jettonBalanceAt(ADDRESS, HASH)).toBe(16n)
  expect(await chain().jettonBalanceAt(ADDRESS, 'cd'.repeat(32))).toBeUndefined()
  for (const last of [undefined, 'not a hash']) {
    fault = balanceAnswer(last)
    expect(await chain().jettonBalanceAt(ADDRESS, HASH)).toBe(16n)
  }
})

test('An account is read as the endpoint reports it', async () => {
  expect(await chain().account(ADDRESS)).toEqual({
    balance: 1_500_000_000n,
    codeHash: code.hash().toString('hex'),
    lastLt: 47_000_001n,
    lastHash: HASH,
    time: 1_800_000_000,
  })
  expect(await tonApi(transport()).getMasterchainInfo()).toBe(5)
})

test('An account that does not exist has no code, no coins and no transaction', async () => {
  const last = { lt: '0', hash: base64('00'.repeat(32)) }
  fault = result({ ...account, balance: -1, code: '', last_transaction_id: last })
  expect(await chain().account(ADDRESS)).toMatchObject({
    balance: 0n,
    codeHash: null,
    lastLt: 0n,
    lastHash: '00'.repeat(32),
  })
})

const faults: Readonly<Record<string, Fault>> = {
  'an HTML page': text('<html><body>Too many requests</body></html>'),
  'the status 500': text('{"error":"internal"}', 500),
  'an error': text('{"ok":false,"error":"Ratelimit exceed","code":429}', 429),
  'an empty body': text(''),
  'truncated JSON': text('{"ok":true,"resul'),
  'no result': text('{"ok":true}'),
  'an answer that is no object': text('[]'),
  'a body above the size limit': text('x'.repeat(200_000)),
  'nothing in time': () => undefined,
  'half of the body, and then nothing': (reply) => void reply.write('{"ok":true,'),
  'a closed connection': (reply) => void reply.destroy(),
  'a redirect': (reply) => void reply.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  'a balance with decimals': result({ ...account, balance: '1.5' }),
  'no balance': result({ ...account, balance: null }),
  'a code that is no bag of cells': result({ ...account, code: 'AAAA' }),
  'a short hash': result({ ...account, last_transaction_id: { lt: '1', hash: 'AAAA' } }),
  'no last transaction': result({ ...account, last_transaction_id: null }),
  'no time': result({ ...account, sync_utime: undefined }),
  'a time as text': result({ ...account, sync_utime: '1800000000' }),
}

test('A page of transactions that is too large or too slow is asked for in smaller pieces', async () => {
  for (const tooMuch of [(reply: ServerResponse) => void reply.end('x'.repeat(200_000)), () => undefined]) {
    const limits: number[] = []
    fault = (reply, { params }) => {
      limits.push(Number(params.limit))
      if (limits.length < 3) tooMuch(reply)
      else reply.end('{"ok":true,"result":[]}')
    }
    await expect(transactionsAfter(chain(), ADDRESS, { lt: 5n, hash: HASH }, null)).rejects.toThrow('no transactions')
    expect(limits).toEqual([50, 13, 4])
  }
})

test.each(Object.entries(faults))(
  'An endpoint that sends %s is unavailable, and works again afterwards',
  async (_what, each) => {
    fault = each
    await expect(chain().account(ADDRESS)).rejects.toThrow(ChainUnavailable)
    fault = undefined
    await expect(chain().account(ADDRESS)).resolves.toMatchObject({ balance: 1_500_000_000n })
  },
)

test.each([
  ['nothing', []],
  ['a transaction that is no bag of cells', [{ data: 'AAAA' }]],
  ['a cell that is no transaction', [{ data: Cell.EMPTY.toBoc().toString('base64') }]],
  ['no data', [{ utime: 1 }]],
  ['no list', {}],
])('A list of transactions with %s is refused', async (_what, value) => {
  fault = result(value)
  await expect(chain().transactionsBefore(ADDRESS, 1n, HASH, 10)).rejects.toThrow(ChainUnavailable)
})

test('The error of a transaction that cannot be read names the account, the time and the hash', async () => {
  fault = result([{ data: Cell.EMPTY.toBoc().toString('base64') }])
  await expect(chain().transactionsBefore(ADDRESS, 47n, HASH, 10)).rejects.toThrow(
    `the transaction of ${ADDRESS} at 47 with the hash ${HASH} cannot be read`,
  )
})

const MAIN_NETWORK = 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk='
const TEST_NETWORK = 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg='
const begunWith = (hash: string | undefined) => ({ last: { seqno: 5 }, init: { seqno: 0, root_hash: hash } })

test.each([
  ['the test network', begunWith(TEST_NETWORK)],
  ['a chain without a beginning', { last: { seqno: 5 } }],
  ['a chain with another beginning', begunWith(undefined)],
])('An endpoint that serves %s is not used for the main network', async (_what, info) => {
  const main = toncenterChain(ofTonChain(transport(), -239))
  fault = (reply, { method }) => result(method === 'getMasterchainInfo' ? info : account)(reply, { method, params: {} })
  await expect(main.account(ADDRESS)).rejects.toThrow('another chain than -239')
  const right = begunWith(MAIN_NETWORK)
  fault = (reply, { method }) =>
    result(method === 'getMasterchainInfo' ? right : account)(reply, { method, params: {} })
  await expect(main.account(ADDRESS)).resolves.toMatchObject({ lastHash: HASH })
})

test.each([
  ['no stack', { exit_code: 0, stack: null }],
  ['an empty stack', { exit_code: 0, stack: [] }],
  ['a cell instead of a number', { exit_code: 0, stack: [['cell', { bytes: 'AAAA' }]] }],
  ['a number that is none', { exit_code: 0, stack: [['num', 'many']] }],
  ['an exit code of a contract with code', { exit_code: 11, stack: [] }],
])('A balance of jettons with %s is not read', async (_what, value) => {
  fault = (reply, { method }) => result(method === 'runGetMethod' ? value : account)(reply, { method, params: {} })
  await expect(chain().jettonBalance(ADDRESS)).rejects.toThrow(ChainUnavailable)
  await expect(chain().jettonWallet(ADDRESS, ADDRESS)).rejects.toThrow(ChainUnavailable)
})

test('A message that the endpoint does not accept is an error that decides nothing, without the key', async () => {
  fault = text('{"ok":false,"error":"LITE_SERVER_UNKNOWN: cannot apply external message","code":500}', 500)
  const error = await chain()
    .send(Cell.EMPTY.toBoc())
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TonApiError)
  expect(error).toBeInstanceOf(ChainUnavailable)
  expect(error).toMatchObject({ code: 500, message: 'LITE_SERVER_UNKNOWN: cannot apply external message' })
})
