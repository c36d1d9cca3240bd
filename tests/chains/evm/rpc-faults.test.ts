/** Endpoints that answer wrongly, late or not at all. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../src/chains/evm/chain.ts'
import { httpJsonRpc, ofChain } from '../../../src/chains/evm/json-rpc.ts'
import { rpcChain } from '../../../src/chains/evm/rpc-chain.ts'
import { type FakeEvmNode, type Fault, fakeBlock, startFakeEvmNode } from '../../fixtures/fake-evm-node.ts'

let [first, second]: FakeEvmNode[] = []
const limits = { timeoutMillis: 2_000, maxBytes: 100_000 }

beforeAll(async () => {
  first = await startFakeEvmNode()
  second = await startFakeEvmNode()
})

afterEach(() => {
  for (const node of [first, second])
    Object.assign(node as FakeEvmNode, { fault: undefined, height: 10, fork: { from: 0, name: '' } })
})

afterAll(async () => {
  await first?.stop()
  await second?.stop()
})

const nodes = (): [FakeEvmNode, FakeEvmNode] => [first as FakeEvmNode, second as FakeEvmNode]
const endpoint = ({ url }: FakeEvmNode) => ofChain(httpJsonRpc(url, limits), 31_337)
const oneChain = () => rpcChain([endpoint(nodes()[0])], 31_337)
const twoChains = () => rpcChain([endpoint(nodes()[0]), endpoint(nodes()[1])], 31_337)

const text =
  (body: string, status = 200): Fault =>
  (_request, reply) => {
    reply.statusCode = status
    reply.end(body)
    return true
  }

/** Replaces fields of every block. */
const block =
  (fields: object): Fault =>
  ({ method }, _reply, answer) => {
    if (method !== 'eth_getBlockByNumber') return false
    answer({ ...fakeBlock(10), ...fields })
    return true
  }

const faults: Readonly<Record<string, Fault>> = {
  'an HTML page': text('<html><body>Too many requests</body></html>'),
  'the status 500': text('{"error":"internal"}', 500),
  'an empty body': text(''),
  'truncated JSON': text('{"jsonrpc":"2.0","id":1,"resul'),
  'the id of another request': text('{"jsonrpc":"2.0","id":999999,"result":"0x1"}'),
  'an error': text('{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"busy"}}'),
  'no block': ({ method }, _reply, answer) => {
    if (method !== 'eth_getBlockByNumber') return false
    answer(null)
    return true
  },
  'a body above the size limit': text('x'.repeat(200_000)),
  'nothing in time': () => true,
  'half of the body, and then nothing': (_request, reply) => {
    reply.write('{"jsonrpc":"2.0",')
    return true
  },
  'a closed connection': (_request, reply) => {
    reply.destroy()
    return true
  },
  'a redirect': (_request, reply) => {
    reply.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
    return true
  },
  'a block number with decimals': block({ number: '1.5' }),
  'a block number above the safe integers': block({ number: '0xffffffffffffffff' }),
  'a short block hash': block({ hash: '0x12' }),
  'a block without a time': block({ timestamp: null }),
}

test.each(Object.entries(faults))(
  'An endpoint that sends %s is unavailable, and works again afterwards',
  async (_what, fault) => {
    const [node] = nodes()
    const chain = oneChain()
    await expect(chain.head()).resolves.toMatchObject({ latest: { height: 10 }, final: { height: 8 } })
    node.fault = fault
    await expect(chain.head()).rejects.toThrow(ChainUnavailable)
    node.fault = undefined
    await expect(chain.head()).resolves.toMatchObject({ latest: { height: 10 } })
  },
)

test('An error never contains the URL of the endpoint, which may contain a key', async () => {
  const chain = rpcChain([httpJsonRpc('http://127.0.0.1:2/secret-key', limits)], 31_337)
  const error = await chain.head().catch((failed: unknown) => failed)
  expect(String(error)).toMatch(/eth_getBlockByNumber: ECONNREFUSED/)
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('secret-key')
})

test('An endpoint of another chain is refused', async () => {
  const chain = rpcChain([ofChain(httpJsonRpc(nodes()[0].url, limits), 1)], 1)
  await expect(chain.head()).rejects.toThrow('serves the chain 31337 instead of 1')
})

test('Of two endpoints the lower head counts', async () => {
  nodes()[1].height = 7
  await expect(twoChains().head()).resolves.toMatchObject({ latest: { height: 7 }, final: { height: 5 } })
})

test('Two endpoints with different blocks at the same height are unavailable until they agree', async () => {
  nodes()[1].fork = { from: 8, name: 'other' }
  await expect(twoChains().head()).rejects.toThrow('the endpoints disagree')
  await expect(twoChains().block(8)).rejects.toThrow('the endpoints disagree')
  await expect(twoChains().block(7)).resolves.toMatchObject({ height: 7 })
  nodes()[1].fork = { from: 0, name: '' }
  await expect(twoChains().block(8)).resolves.toMatchObject({ height: 8 })
})

test('Two endpoints that report different balances or counts are unavailable', async () => {
  nodes()[1].fault = ({ method }, _reply, answer) => {
    if (method === 'eth_chainId') return false
    answer('0x2')
    return true
  }
  nodes()[0].fault = ({ method }, _reply, answer) => {
    if (method === 'eth_chainId') return false
    answer('0x1')
    return true
  }
  const address = `0x${'11'.repeat(20)}`
  await expect(twoChains().balance(address, 5)).rejects.toThrow('the endpoints disagree')
  await expect(twoChains().transactionCount(address, 5)).rejects.toThrow('the endpoints disagree')
  await expect(oneChain().balance(address, 5)).resolves.toBe(1n)
})

const TXID = `0x${'ab'.repeat(32)}`

test('Receipts of another block are refused', async () => {
  const [from, to] = [`0x${'01'.repeat(20)}`, `0x${'02'.repeat(20)}`]
  const transaction = { hash: TXID, from, to, nonce: '0x0', value: '0x1' }
  const receipt = {
    transactionHash: TXID,
    from,
    blockNumber: '0xa',
    blockHash: fakeBlock(9).hash,
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x7',
    logs: [],
  }
  const [node] = nodes()
  node.fault = ({ method }, _reply, answer) => {
    if (method === 'eth_getBlockByNumber') answer({ ...fakeBlock(10), transactions: [transaction] })
    else if (method === 'eth_getBlockReceipts') answer([receipt])
    else return false
    return true
  }
  await expect(oneChain().block(10)).rejects.toThrow('the receipts belong to another block')
  receipt.blockHash = fakeBlock(10).hash
  await expect(oneChain().block(10)).resolves.toMatchObject({ transactions: [{ txid: TXID, value: 1n }] })
})

test('A transaction is sent to all endpoints; one that knows it is enough', async () => {
  const raw = Uint8Array.of(2)
  const refusal =
    (message: string): Fault =>
    (request, reply) => {
      if (request.method === 'eth_chainId') return false
      reply.end(JSON.stringify({ jsonrpc: '2.0', id: request.id, error: { code: -32_003, message } }))
      return true
    }
  const [one, two] = nodes()
  one.fault = refusal('replacement transaction underpriced')
  two.fault = refusal('insufficient funds')
  await expect(twoChains().send(raw)).rejects.toThrow('replacement transaction underpriced')
  two.fault = refusal('transaction already imported')
  await expect(twoChains().send(raw)).resolves.toBeUndefined()
  expect(one.calls).toContain('eth_sendRawTransaction')
})
