/** What the signer signs and what it refuses. */

import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, parseTransaction, recoverTransactionAddress } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressBranch } from '../../src/chains/evm/derive.ts'
import { expectDefined } from '../../src/engine/assert.ts'
import {
  APPROVAL_INVALID,
  APPROVAL_MISSING,
  openRequest,
  SECOND_APPROVAL_MISSING,
  type SignInput,
  SKIP_NOT_ALLOWED,
  seal,
  TERM_ENDED,
} from '../../src/signer/protocol.ts'
import { countersOf, emptySignedPayments } from '../../src/signer/signed-payments.ts'
import {
  approve,
  approvers,
  openTestSigner,
  POLICY,
  RECEIVER,
  refusalOf,
  type TestSigner,
  TOKEN_CONTRACT,
  withdrawal,
} from './signer-folder.ts'

let signer: TestSigner
beforeEach(() => {
  signer = openTestSigner()
})
afterEach(() => signer.remove())

const journalText = (): string => readFileSync(join(signer.folder, 'journal'), 'utf8')
const lines = (): number => journalText().split('\n').length - 1

const addressOf = async (wallet: number): Promise<string> => addressBranch(await signer.xpub())(wallet)

test('A withdrawal is signed by the hot wallet exactly as requested', async () => {
  const reply = await signer.sign(withdrawal())
  const raw = expectDefined('raw' in reply ? reply.raw : undefined, 'it is signed') as Hex
  expect(parseTransaction(raw)).toMatchObject({ chainId: 31_337, to: RECEIVER, value: 1_000n, gas: 21_000n })
  expect((await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toLowerCase()).toBe(
    await addressOf(0),
  )
})

test('The same request gets the same bytes, also after a restart, and adds no line to the journal', async () => {
  const first = await signer.sign(withdrawal())
  const count = lines()
  expect(await signer.sign(withdrawal())).toEqual(first)
  signer.reopen()
  expect(await signer.sign(withdrawal())).toEqual(first)
  expect(lines()).toBe(count)
})

test('A replacement with higher fees is signed, at most five times, and older versions stay available', async () => {
  const first = await signer.sign(withdrawal())
  const fees = (version: number) => ({
    maxFee: String(Math.ceil(2e9 * 1.125 ** version)),
    tip: String(Math.ceil(1e9 * 1.125 ** version)),
  })
  for (let version = 1; version <= 5; version++)
    expect(refusalOf(await signer.sign(withdrawal(fees(version))))).toBeUndefined()
  expect(refusalOf(await signer.sign(withdrawal(fees(6))))).toBe('the payment has too many versions')
  expect(await signer.sign(withdrawal())).toEqual(first)
})

/** Every change of a field of the signed payment 10, and of a new payment 11 with the next nonce. */
function alteredRequests(own: { readonly hot: string; readonly deposit: string }): readonly SignInput[] {
  const other = `0x${'b2'.repeat(20)}`
  const signed: readonly object[] = [
    { chainId: 1 },
    { generation: 2 },
    { wallet: 1 },
    { nonce: 1 },
    { nonce: 7 },
    { to: other },
    { to: own.hot },
    { contract: TOKEN_CONTRACT },
    { amount: '999' },
    { amount: '1001' },
    { withdrawal: 6 },
    { kind: 'sweep' },
    { maxFee: '1900000000' },
    { tip: '1000000001' },
    { maxFee: '2199999999', tip: '1100000000' },
    { maxFee: '2200000000', tip: '1099999999' },
    { maxFee: '2200000000' },
    { maxFee: '999999999999999' },
    { tip: '3000000000' },
    { maxFee: '0', tip: '0' },
  ]
  const next = { payment: 11, withdrawal: 6, nonce: 1 }
  const added: readonly object[] = [
    { chainId: 1 },
    { chainId: 0 },
    { generation: 0 },
    { generation: 2 },
    { wallet: 1 },
    { nonce: 0 },
    { nonce: 2 },
    { nonce: 1_000_000 },
    { withdrawal: 5 },
    { to: own.hot },
    { to: TOKEN_CONTRACT },
    { to: `0x${'0'.repeat(40)}` },
    { contract: other },
    { contract: own.hot },
    { amount: '0' },
    { amount: '1001' },
    { amount: '9'.repeat(70) },
    { contract: TOKEN_CONTRACT, amount: '1000001' },
    { contract: TOKEN_CONTRACT, amount: '500001' },
    { contract: TOKEN_CONTRACT, amount: '500001', approval: 'AAAA' },
    { contract: TOKEN_CONTRACT, amount: '500001', approval: '' },
    { maxFee: '0' },
    { tip: '2000000001' },
    { maxFee: '500000000000', tip: '1' },
    { maxFee: '9'.repeat(70) },
  ]
  const sweep = { kind: 'sweep', payment: 12, wallet: 3, nonce: 0, to: own.hot, contract: TOKEN_CONTRACT }
  const sweeps: readonly object[] = [
    { wallet: 0, nonce: 1 },
    { to: RECEIVER },
    { to: own.deposit },
    { to: TOKEN_CONTRACT },
    { nonce: 1 },
    { contract: other },
    { chainId: 5 },
    { amount: '0' },
    { maxFee: '500000000000' },
    { payment: 10 },
  ]
  const gas = { kind: 'gas', payment: 13, nonce: 1, number: 3, to: own.deposit, contract: null, amount: '500' }
  const gases: readonly object[] = [
    { number: 0, to: own.hot },
    { number: 4 },
    { to: RECEIVER },
    { to: own.hot },
    { amount: '10000000000000001' },
    { contract: TOKEN_CONTRACT },
    { wallet: 3, nonce: 0 },
    { nonce: 0 },
    { nonce: 2 },
    { amount: '0' },
    { chainId: 2 },
    { generation: 3 },
    { payment: 10 },
  ]
  const without = ({ withdrawal: _, approval: __, ...rest }: ReturnType<typeof withdrawal>) => rest
  const approvedForOther = approve(withdrawal({ ...next, contract: TOKEN_CONTRACT, amount: '600000' }))
  const approved: readonly object[] = [
    { to: other },
    { amount: '600001' },
    { amount: '700000' },
    { withdrawal: 7 },
    { withdrawal: 8, payment: 14 },
  ]
  return [
    ...signed.map((change) =>
      'kind' in change ? { ...without(withdrawal()), ...change } : { ...withdrawal(), ...change },
    ),
    ...added.map((change) => ({ ...withdrawal(next), ...change })),
    ...sweeps.map((change) => ({ ...without(withdrawal()), ...sweep, amount: '5', ...change })),
    ...gases.map((change) => ({ ...without(withdrawal()), ...gas, ...change })),
    ...approved.map((change) => ({ ...approvedForOther, ...change })),
    // Every single character of the receiving address of the signed payment.
    ...Array.from({ length: 32 }, (_, at) => ({
      ...withdrawal(),
      to: `${RECEIVER.slice(0, at + 2)}${RECEIVER[at + 2] === 'f' ? '0' : 'f'}${RECEIVER.slice(at + 3)}`,
    })),
  ] as readonly SignInput[]
}

test('More than a hundred altered requests are refused, and none of them reaches the journal', async () => {
  expect(refusalOf(await signer.sign(withdrawal()))).toBeUndefined()
  const before = journalText()
  const altered = alteredRequests({ hot: await addressOf(0), deposit: await addressOf(3) })
  expect(altered.length).toBeGreaterThan(100)
  for (const input of altered) expect([input, typeof refusalOf(await signer.sign(input))]).toEqual([input, 'string'])
  expect(journalText()).toBe(before)
})

test('The unchanged forms of the altered requests are signed', async () => {
  const [hot, deposit] = [await addressOf(0), await addressOf(3)]
  const { withdrawal: _, approval: __, ...payment } = withdrawal()
  const accepted: readonly SignInput[] = [
    withdrawal(),
    approve(withdrawal({ payment: 11, withdrawal: 6, nonce: 1, contract: TOKEN_CONTRACT, amount: '600000' })),
    { ...payment, kind: 'sweep', payment: 12, wallet: 3, to: hot, contract: TOKEN_CONTRACT, amount: '5' },
    { ...payment, kind: 'gas', payment: 13, nonce: 2, number: 3, to: deposit, amount: '500' },
  ]
  for (const input of accepted) expect(refusalOf(await signer.sign(input))).toBeUndefined()
  expect(await signer.counters()).toMatchObject({
    counters: {
      nonces: [
        { wallet: 0, next: 3 },
        { wallet: 3, next: 1 },
      ],
      highestPayment: 13,
    },
  })
})

test('The limits of an hour and of a day count what was signed, also after a restart', async () => {
  const pay = async (nonce: number, amount = '1000') =>
    refusalOf(await signer.sign(withdrawal({ payment: 10 + nonce, withdrawal: nonce, nonce, amount })))
  expect([await pay(0), await pay(1)]).toEqual([undefined, undefined])
  signer.reopen()
  expect(await pay(2, '1')).toBe('the limit of an hour is reached')
  signer.time.now += 60 * 60 * 1_000
  expect(await pay(2)).toBeUndefined()
  expect(await pay(3, '1')).toBe('the limit of a day is reached')
  signer.time.now += 24 * 60 * 60 * 1_000
  expect(await pay(3)).toBeUndefined()
})

test('A clock that goes back does not extend the limits', async () => {
  expect(refusalOf(await signer.sign(withdrawal()))).toBeUndefined()
  expect(refusalOf(await signer.sign(withdrawal({ payment: 11, withdrawal: 6, nonce: 1 })))).toBeUndefined()
  signer.time.now -= 30 * 24 * 60 * 60 * 1_000
  const third = withdrawal({ payment: 12, withdrawal: 7, nonce: 2 })
  expect(refusalOf(await signer.sign(third))).toBe('the limit of an hour is reached')
})

test('An amount above the limit needs the signature of an approver over exactly this withdrawal', async () => {
  const large = withdrawal({ contract: TOKEN_CONTRACT, amount: '500001' })
  expect(refusalOf(await signer.sign(large))).toBe(APPROVAL_MISSING)
  expect(refusalOf(await signer.sign(approve(large)))).toBeUndefined()
})

test('An amount above the second limit needs the signatures of two approvers', async () => {
  const { first, second, stranger } = approvers
  const large = withdrawal({ contract: TOKEN_CONTRACT, amount: '900001' })
  const refused = async (...keys: readonly (typeof first)[]) => refusalOf(await signer.sign(approve(large, ...keys)))
  expect(await refused(first)).toBe(SECOND_APPROVAL_MISSING)
  expect(await refused(first, first)).toBe(SECOND_APPROVAL_MISSING)
  expect(await refused(second, stranger)).toBe(SECOND_APPROVAL_MISSING)
  expect(await refused(stranger)).toBe(APPROVAL_INVALID)
  expect(lines()).toBe(1)
  expect(await refused(stranger, second, first)).toBeUndefined()
})

test('A policy that needs more approvers than it names is refused', () => {
  const network = expectDefined(POLICY.networks[0], 'the policy has a network')
  const token = expectDefined(network.assets[1], 'the policy has a token')
  const rule = expectDefined(token.approvals[0], 'the token has an approval')
  const [key = ''] = rule.keys
  const approvals = [{ ...rule, keys: [key, key], need: 2 }]
  const policy = { networks: [{ ...network, assets: [{ ...token, approvals }] }] }
  expect(() => openTestSigner(policy)).toThrow('must have as many different keys as it needs')
})

test('The fees of all payments of a day are limited, with those of sweeps, gas and replacements', async () => {
  const { withdrawal: _, approval: __, ...payment } = withdrawal()
  const [hot, deposit] = [await addressOf(0), await addressOf(3)]
  // 90,000 and 21,000 units of gas: the fees of a day are at most 9 · 10¹⁵ wei.
  const sweep: SignInput = {
    ...payment,
    kind: 'sweep',
    payment: 20,
    wallet: 3,
    to: hot,
    contract: TOKEN_CONTRACT,
    amount: '5',
    maxFee: '50000000000',
  }
  const gas: SignInput = {
    ...payment,
    kind: 'gas',
    payment: 21,
    number: 3,
    to: deposit,
    amount: '5',
    maxFee: '170000000000',
  }
  expect(refusalOf(await signer.sign(sweep))).toBeUndefined()
  expect(refusalOf(await signer.sign(gas))).toBeUndefined()
  signer.reopen()
  // 0.93 · 10¹⁵ wei are left: a replacement costs only what it offers more.
  const replacement = { ...sweep, tip: '2000000000' }
  expect(refusalOf(await signer.sign({ ...replacement, maxFee: '61000000000' }))).toBe(
    'the fees of a day are at their limit',
  )
  expect(refusalOf(await signer.sign({ ...replacement, maxFee: '60000000000' }))).toBeUndefined()
  expect(refusalOf(await signer.sign(withdrawal({ nonce: 1 })))).toBe('the fees of a day are at their limit')
  signer.time.now += 24 * 60 * 60 * 1_000
  expect(refusalOf(await signer.sign(withdrawal({ nonce: 1 })))).toBeUndefined()
})

test('A file named paused refuses every signature until it is removed', async () => {
  const file = join(signer.folder, 'paused')
  writeFileSync(file, '')
  expect(refusalOf(await signer.sign(withdrawal()))).toBe('the signer is paused')
  rmSync(file)
  expect(refusalOf(await signer.sign(withdrawal()))).toBeUndefined()
})

test('The counters are answered after more payments than a call has arguments', () => {
  const state = emptySignedPayments()
  for (let payment = 1; payment <= 200_000; payment++)
    state.byId.set(payment, { input: withdrawal({ payment }), versions: [] })
  expect(countersOf(state).highestPayment).toBe(200_000)
})

test('A wallet number that cannot be derived is no request', () => {
  const { withdrawal: _, approval: __, ...payment } = withdrawal()
  const opened = (wallet: number) =>
    openRequest(
      'token',
      seal('token', 'request', { id: '1', call: 'sign', input: { ...payment, kind: 'sweep', wallet } }),
    )
  expect(opened(2 ** 31)).toBeUndefined()
  expect(opened(2 ** 31 - 1)).toBeDefined()
})

const skip = (next: number, changed: { generation?: number; wallet?: number } = {}) =>
  signer.answer({ id: '1', call: 'skip', input: { chainId: 31_337, generation: 1, wallet: 0, next, ...changed } })

/** As an operator does on the machine of the signer. */
const allowSkips = (at = signer.time.now): void => {
  const file = join(signer.folder, 'recovery')
  writeFileSync(file, '')
  utimesSync(file, at / 1_000, at / 1_000)
}

test('A process that leads begins a term, and what one with a lower term still sends is refused, also after a restart', async () => {
  const lead = (term: number) => signer.answer({ id: '1', call: 'lead', term })
  const sign = (input: SignInput, term?: number) =>
    signer.answer({ id: '1', call: 'sign', input, ...(term !== undefined && { term }) })
  expect(refusalOf(await sign(withdrawal()))).toBeUndefined()
  expect(await lead(4)).toEqual({ id: '1', accepted: true })
  for (const term of [3, 4]) expect(refusalOf(await lead(term))).toBe(TERM_ENDED)
  signer.reopen()
  expect(await signer.counters()).toMatchObject({ counters: { term: 4 } })
  const next = withdrawal({ payment: 20, withdrawal: 8, nonce: 1, amount: '5' })
  const count = lines()
  for (const term of [undefined, 0, 3]) {
    expect(refusalOf(await sign(next, term))).toBe(TERM_ENDED)
    // Nor what was signed before: its bytes are with the server that asked for them.
    expect(refusalOf(await sign(withdrawal(), term))).toBe(TERM_ENDED)
  }
  expect(refusalOf(await skip(9))).toBe(TERM_ENDED)
  expect(lines()).toBe(count)
  expect(refusalOf(await sign(next, 4))).toBeUndefined()
})

test('Nonces are skipped only while the folder has a file named recovery that is not older than an hour', async () => {
  const count = lines()
  expect(refusalOf(await skip(5))).toBe(SKIP_NOT_ALLOWED)
  allowSkips()
  signer.time.now += 60 * 60 * 1_000
  expect(refusalOf(await skip(5))).toBe(SKIP_NOT_ALLOWED)
  expect(lines()).toBe(count)
  allowSkips()
  expect(await skip(5)).toEqual({ id: '1', accepted: true })
})

test('On a chain of play money nonces are skipped without an operator', async () => {
  const policy = { networks: POLICY.networks.map((network) => ({ ...network, generation: null })) }
  const play = openTestSigner(policy)
  const input = { chainId: 31_337, generation: 9, wallet: 0, next: 5 }
  expect(await play.answer({ id: '1', call: 'skip', input })).toEqual({ id: '1', accepted: true })
  play.remove()
})

test('A skip raises the next nonce of one wallet, never lowers it, and is kept after a restart', async () => {
  allowSkips()
  await signer.sign(withdrawal())
  expect(await skip(5)).toEqual({ id: '1', accepted: true })
  const count = lines()
  expect(await skip(5)).toEqual({ id: '1', accepted: true })
  expect(await skip(2)).toEqual({ id: '1', accepted: true })
  expect(lines()).toBe(count)
  signer.reopen()
  expect(await signer.counters()).toMatchObject({ counters: { nonces: [{ wallet: 0, next: 5 }] } })
  const next = (nonce: number) => withdrawal({ payment: 20, withdrawal: 8, nonce, amount: '5' })
  expect(refusalOf(await signer.sign(next(4)))).toBe('the nonce belongs to another payment')
  expect(refusalOf(await signer.sign(next(6)))).toBe('the nonce leaves a gap')
  expect(refusalOf(await signer.sign(next(5)))).toBeUndefined()
  // What was signed before stays available.
  expect(refusalOf(await signer.sign(withdrawal()))).toBeUndefined()
})

test('A skip of a chain or generation that the policy does not have is refused and adds no line to the journal', async () => {
  const count = lines()
  expect(refusalOf(await skip(5, { generation: 2 }))).toBe('the generation of the chain is not in the policy')
  expect(lines()).toBe(count)
})
