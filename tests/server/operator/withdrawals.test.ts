/** Operators and withdrawals: review, limits, networks and unclaimed deposits through `npm run operator`. */

import { spawn } from 'node:child_process'
import { generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withChecksum } from '../../../src/chains/evm/address.ts'
import { api } from '../../../src/contract/api.ts'
import type { WithdrawalId } from '../../../src/contract/ids.ts'
import { DEFAULT_LIMITS } from '../../../src/contract/wallet/limits.ts'
import {
  depositReturns,
  free,
  networkOf,
  withdrawalLimits,
  withdrawalOf,
  withdrawalsOf,
} from '../../../src/engine/exchange.ts'
import { approvalText } from '../../../src/signer/protocol.ts'
import { ETHEREUM, listTestNetwork, setAsset, TOKEN_CONTRACT, USDT, usdtAsset } from '../../fixtures/listed-network.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer, DESTINATION, type Withdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const sequencer = () => server().exchange.sequencer

async function operator(...args: readonly string[]) {
  const program = join(import.meta.dirname, '../../../src/server/tools/operator.ts')
  const env = { ...programEnvironment(), DATA_DIR: server().dataDir }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, problem] = ['', '']
  child.stdout.on('data', (text) => (out += String(text)))
  child.stderr.on('data', (text) => (problem += String(text)))
  const [code] = await once(child, 'close')
  return { code, out, problem }
}

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const WHY = ['--reason', 'a test', '--as', 'olga']
let ann: Withdrawer
let uuid: string
let id: WithdrawalId

beforeAll(async () => {
  await listTestNetwork(sequencer())
  ann = await createWithdrawer(server())
})
beforeEach(async () => {
  await setAsset(sequencer(), { ...usdtAsset, withdrawals: 'review' })
  uuid = (await ann.withdraw()).body.uuid
  await setAsset(sequencer(), usdtAsset)
  const own = await sequencer().read((state) => withdrawalsOf(state, ann.user))
  id = own.at(-1)?.id as WithdrawalId
})

const status = () => sequencer().read((state) => withdrawalOf(state, id)?.status)

test('An operator sees what waits, and approves only after the decoded payment was printed', async () => {
  const list = await operator('withdrawals')
  expect(list.out).toContain(uuid)
  expect(list.out).toContain('network_review')
  const shown = await operator('approve', uuid, ...WHY)
  expect(shown).toMatchObject({ code: 0, problem: '' })
  expect(shown.out).toContain('19 USDT')
  expect(shown.out).toContain('Nothing was changed')
  expect(await status()).toBe('review')
  const approved = await operator('approve', uuid, '--yes', ...WHY)
  expect(approved.out).toMatch(/19 USDT[\s\S]*The withdrawal is approved/)
  expect(await status()).toBe('approved')
  expect((await operator('approve', uuid, '--yes')).problem).toContain('a change needs --reason')
  expect((await operator('approve', 'x', '--yes', ...WHY)).problem).toContain('does not exist')
})

test('With a key the approval is a signature over exactly the printed payment', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = file('key.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  const approved = await operator('approve', uuid, '--yes', '--key', key, ...WHY)
  expect(approved).toMatchObject({ code: 0 })
  const text = approvalText({
    withdrawal: id,
    chainId: 31_337,
    contract: TOKEN_CONTRACT,
    to: DESTINATION,
    amount: '19000000',
  })
  expect(approved.out).toContain(text)
  const signature = await sequencer().read((state) => withdrawalOf(state, id)?.signature)
  expect(verify(null, Buffer.from(text), publicKey, Buffer.from(String(signature), 'base64'))).toBe(true)
  const other = await operator('approve', uuid, '--yes', '--key', file('no.pem', 'no key'), ...WHY)
  expect(other.problem).toContain('is not an Ed25519 key')
})

test('The approvals of two operators are collected, and an approval without a key removes none of them', async () => {
  const pairs = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  for (const [index, { privateKey }] of pairs.entries()) {
    const key = file(`key-${index}.pem`, String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
    const approved = await operator('approve', uuid, '--yes', '--key', key, ...WHY)
    expect(approved.out).toContain(`with ${index + 1} signed approvals`)
    // As the payer does if the signer demands another one.
    const review = { type: 'review-withdrawal', withdrawal: id, review: 'approval_missing' } as const
    await sequencer().submit(review, () => undefined)
  }
  expect((await operator('withdrawals', uuid)).out).toMatch(/signed approvals\s+2/)
  await operator('approve', uuid, '--yes', ...WHY)
  const signatures = await sequencer().read((state) => withdrawalOf(state, id)?.signature)
  const text = approvalText({
    withdrawal: id,
    chainId: 31_337,
    contract: TOKEN_CONTRACT,
    to: DESTINATION,
    amount: '19000000',
  })
  const isValid = (signature: string, index: number) =>
    verify(null, Buffer.from(text), pairs[index]?.publicKey ?? '', Buffer.from(signature, 'base64'))
  expect(signatures?.split(' ').map(isValid)).toEqual([true, true])
})

test('A rejected withdrawal frees its amount, and cannot be approved any more', async () => {
  const before = await sequencer().read((state) => free(state, ann.user, USDT))
  expect((await operator('reject', uuid, ...WHY)).out).toContain('is rejected')
  expect(await sequencer().read((state) => free(state, ann.user, USDT))).toBe(before + 20_00000000n)
  expect((await operator('approve', uuid, '--yes', ...WHY)).problem).toContain('already closed')
})

test('A paused network refuses withdrawals until it is resumed', async () => {
  expect((await operator('networks', 'pause', 'ethereum', ...WHY)).out).toContain('Paused: a test')
  expect((await ann.withdraw()).body.code).toBe('WITHDRAW_DISABLED')
  expect((await operator('networks', 'resume', 'ethereum', ...WHY)).out).not.toContain('Paused')
  expect((await ann.withdraw()).status).toBe(201)
  expect((await operator('networks', 'pause', 'other', ...WHY)).code).toBe(1)
})

test('A file changes the limits that it contains, and no others', async () => {
  const path = file('limits.json', { daily: ['2000', '60000'], automatic: '500' })
  expect((await operator('withdrawal-limits', 'set', path, ...WHY)).out).toMatch(/level 0\s+2000/)
  expect(await sequencer().read(withdrawalLimits)).toMatchObject({
    daily: [2_000_00000000n, 60_000_00000000n],
    automatic: 500_00000000n,
    newAddresses: 100_00000000n,
  })
  const wrong = file('wrong.json', { daily: ['-1'], more: 1 })
  expect((await operator('withdrawal-limits', 'set', wrong, ...WHY)).code).toBe(1)
  expect((await operator('withdrawal-limits')).out).toContain('500')
})

test('The example of the limits is accepted as it is, and sets those of a new exchange', async () => {
  const example = file('example.json', JSON.parse((await operator('withdrawal-limits', 'example')).out) as object)
  expect((await operator('withdrawal-limits', 'set', example, ...WHY)).code).toBe(0)
  expect(await sequencer().read(withdrawalLimits)).toEqual(DEFAULT_LIMITS)
})

test('A file adds a network or changes the limits of its coins; a changed contract is refused', async () => {
  const asset = {
    coin: 'ETH',
    contract: null,
    decimals: 18,
    minDeposit: '0.01',
    withdrawFee: '0.001',
    minWithdraw: '0.01',
    maxWithdraw: '10',
    deposits: 'open',
    withdrawals: 'review',
  }
  const network = {
    id: 5,
    code: 'othernet',
    name: 'Othernet',
    kind: 'evm',
    chainId: 5,
    gasCoin: 'ETH',
    assets: [asset],
  }
  const added = await operator('networks', 'set', file('network.json', network), ...WHY)
  expect(added.out).toMatch(/Othernet[\s\S]*Restart the server to use a new network/)
  expect(await sequencer().read((state) => networkOf(state, 5 as never)?.assets.size)).toBe(1)
  const changed = { ...network, assets: [{ ...asset, decimals: 8 }] }
  expect((await operator('networks', 'set', file('changed.json', changed), ...WHY)).code).toBe(1)
  const unknown = { ...network, gasCoin: 'NONE' }
  expect((await operator('networks', 'set', file('unknown.json', unknown), ...WHY)).problem).toContain('NONE')
  expect((await operator('networks')).out).toContain('Othernet')
  expect((await operator('reconcile')).out).toContain('cannot be compared now')
})

/** Of 7 USDT. */
async function unclaimedDeposit(txid: string, position: bigint): Promise<void> {
  const credit = { position, txid, part: 2, currency: USDT, raw: 7_000_000n, to: 'unclaimed', address: DESTINATION }
  await sequencer().submit(
    { type: 'credit-deposits', network: ETHEREUM, stream: 'evm:ethereum:1', credits: [credit] } as never,
    () => undefined,
  )
}

test('An unclaimed deposit is sent back to an address that is valid, with the approval of an operator', async () => {
  const txid = `0x${'d'.repeat(64)}`
  await unclaimedDeposit(txid, 5n)
  const wrong = await operator('unclaimed', 'return', txid, '2', `0xA${'a'.repeat(39)}`, ...WHY)
  expect([wrong.code, wrong.problem]).toEqual([1, expect.stringContaining('not a valid')])
  const begun = await operator('unclaimed', 'return', txid, '2', DESTINATION, ...WHY)
  expect(begun.out).toMatch(new RegExp(`${txid}\\s+2\\s+7 USDT\\s+${withChecksum(DESTINATION)}\\s+waits`))
  expect((await operator('unclaimed')).out).toContain('No deposit is unclaimed')
  const [{ id: number } = { id: 0 }] = await sequencer().read(depositReturns)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = file('return.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  expect((await operator('returns', 'approve', String(number), ...WHY)).out).toContain('Nothing was changed')
  const approved = await operator('returns', 'approve', String(number), '--yes', '--key', key, ...WHY)
  expect(approved.out).toContain('with 1 signed approvals')
  const text = approvalText({
    withdrawal: number,
    chainId: 31_337,
    contract: TOKEN_CONTRACT,
    to: DESTINATION,
    amount: '7000000',
  })
  const signature = (await sequencer().read(depositReturns))[0]?.signature
  expect(verify(null, Buffer.from(text), publicKey, Buffer.from(String(signature), 'base64'))).toBe(true)
  expect((await operator('returns', 'cancel', String(number), ...WHY)).out).toContain('unclaimed again')
  expect((await operator('returns')).out).toContain('No deposit is being returned')
  expect((await operator('unclaimed', 'assign', txid, '2', ann.user, ...WHY)).code).toBe(0)
})

test('An unclaimed deposit is assigned to a user once', async () => {
  const txid = `0x${'e'.repeat(64)}`
  await unclaimedDeposit(txid, 10n)
  expect((await operator('unclaimed')).out).toMatch(new RegExp(`${txid}\\s+2\\s+7 USDT`))
  const before = await sequencer().read((state) => free(state, ann.user, USDT))
  expect((await operator('unclaimed', 'assign', txid, '2', ann.user, ...WHY)).out).toContain('is credited')
  expect(await sequencer().read((state) => free(state, ann.user, USDT))).toBe(before + 7_00000000n)
  expect((await operator('unclaimed', 'assign', txid, '2', ann.user, ...WHY)).problem).toContain('already assigned')
  expect((await operator('unclaimed')).out).toContain('No deposit is unclaimed')
})

test('A payment that was found after a restore is listed until it is charged, and the user reads txid and reason', async () => {
  const bob = await createWithdrawer(server())
  const txid = `0x${'7'.repeat(64)}`
  const [address, before] = [`0x${'b7'.repeat(20)}`, await sequencer().read((state) => free(state, bob.user, USDT))]
  const transfer = { currency: USDT, raw: 19_000_000n, to: address }
  const place = { network: ETHEREUM, wallet: 0, nonce: 0, txid, gas: 0n } as const
  const by = { operator: 'olga', reason: 'restored' }
  await sequencer().submit({ type: 'book-payment', ...place, transfer, user: null, ...by }, () => undefined)
  expect((await operator('payments', 'unpaid')).out).toMatch(
    new RegExp(`${txid}\\s+${withChecksum(address)}\\s+20 USDT\\s+0\\s+20\\s+0 `),
  )
  const repeated = await bob.withdraw({ address })
  expect(repeated.body).toMatchObject({ status: 'review', reason: expect.stringContaining('restored from a backup') })
  for (const words of [['withdrawals'], ['withdrawals', repeated.body.uuid]])
    expect((await operator(...words)).out).toContain(`found_payment ${txid}`)
  expect((await operator('reject', repeated.body.uuid, ...WHY)).code).toBe(0)
  const charged = await operator('payments', 'charge', txid, bob.user, ...WHY)
  expect(charged.out).toMatch(/is charged.*\nNo found payment is without a payer/s)
  expect(await sequencer().read((state) => free(state, bob.user, USDT))).toBe(before - 20_00000000n)
  expect((await operator('payments', 'charge', txid, bob.user, ...WHY)).problem).toContain('charged in full')
  expect((await operator('payments', 'charge', `0x${'8'.repeat(64)}`, bob.user, ...WHY)).code).toBe(1)
  const history = () =>
    server().request<object>('GET', `${api.transactions.path}?type_=withdrawal`, { access: bob.access() })
  const row = {
    status: 'completed',
    amount: '20',
    fee: '1',
    receive_amount: '19',
    txid,
    reason: expect.stringMatching(/Paid before .* backup: a test\. If you did not request it, contact support/),
  }
  await expect
    .poll(async () => (await history()).body)
    .toMatchObject({ history: expect.arrayContaining([expect.objectContaining(row)]) })
})
