/** Payments on TON: what the signer refuses, and that the same payment always gets the same bytes. */

import { type KeyObject, sign } from 'node:crypto'
import { Cell, loadMessage } from '@ton/core'
import { deriveEd25519Path, keyPairFromSeed, signVerify } from '@ton/crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HIGHLOAD_TIMEOUT, highloadAddress, readExternalBody } from '../../src/chains/ton/highload.ts'
import { readJettonTransfer } from '../../src/chains/ton/jetton.ts'
import { expectDefined } from '../../src/engine/assert.ts'
import type { PolicyFile } from '../../src/signer/policy.ts'
import {
  APPROVAL_MISSING,
  approvalText,
  type TonWithdrawalInput,
  WITHDRAWAL_PAID,
  WITHDRAWAL_UNDERWAY,
} from '../../src/signer/protocol.ts'
import { openTonWallet } from '../../src/signer/ton-wallet.ts'
import { approvers, openTestSigner, refusalOf, type TestSigner } from './signer-folder.ts'

const MASTER = `0:${'b1'.repeat(32)}`
const JETTON_WALLET = `0:${'b2'.repeat(32)}`
const RECEIVER = `0:${'c3'.repeat(32)}`
const limits = { maxAmount: '1000', maxHour: '1500', maxDay: '2000', approvals: [] }
const POLICY: PolicyFile = {
  networks: [],
  tonNetworks: [
    {
      chainId: -239,
      generation: 1,
      maxFeesDay: '1000000000',
      assets: [
        { contract: null, jettonWallet: null, ...limits },
        { contract: MASTER, jettonWallet: JETTON_WALLET, ...limits },
      ],
    },
  ],
}
const NOW_SECONDS = 1_700_000_000

const publicKeyOf = ({ publicKey }: { readonly publicKey: KeyObject }): string =>
  publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

let signer: TestSigner
beforeEach(() => {
  signer = openTestSigner(POLICY)
})
afterEach(() => signer.remove())

const payment = (changes: Partial<TonWithdrawalInput> = {}): TonWithdrawalInput => ({
  kind: 'ton-withdrawal',
  payment: 10,
  chainId: -239,
  generation: 1,
  wallet: 0,
  nonce: 0,
  createdAt: NOW_SECONDS - 30,
  to: RECEIVER,
  contract: null,
  jettonWallet: null,
  amount: '1000',
  memo: null,
  withdrawal: 5,
  approval: null,
  ...changes,
})
const refusal = async (changes: Partial<TonWithdrawalInput>) => refusalOf(await signer.sign(payment(changes)))
async function ownAddress(): Promise<string> {
  const reply = await signer.answer({ id: '1', call: 'addresses' })
  return highloadAddress(Buffer.from('tonKey' in reply ? reply.tonKey : '', 'hex'))
}

test('The key is that of the path 44, 607, 0 of SLIP-10, and the message is valid, complete and nothing else', async () => {
  const seed = Buffer.alloc(64, 7)
  const { publicKey } = keyPairFromSeed(await deriveEd25519Path(seed, [44, 607, 0]))
  const wallet = openTonWallet(seed)
  expect(wallet.publicKey).toBe(publicKey.toString('hex'))
  const { raw } = wallet.sign(payment({ contract: MASTER, jettonWallet: JETTON_WALLET, memo: 'order 7', nonce: 1_023 }))
  const [message] = Cell.fromBoc(Buffer.from(raw.slice(2), 'hex'))
  const { body } = loadMessage(expectDefined(message, 'a message is one cell').beginParse())
  const { transfer, unsigned, signature } = expectDefined(readExternalBody(body), 'the body is that of a payment')
  expect(signVerify(unsigned.hash(), Buffer.from(signature), publicKey)).toBe(true)
  expect(transfer).toMatchObject({ queryId: 1_024, createdAt: NOW_SECONDS - 30, to: JETTON_WALLET, bounce: true })
  expect(readJettonTransfer(transfer.body)).toMatchObject({
    queryId: 10n,
    amount: 1_000n,
    to: RECEIVER,
    responseTo: wallet.address,
    comment: 'order 7',
  })
})

test('The same payment gets the same bytes, also after a restart, and with any other field none', async () => {
  const first = await signer.sign(payment())
  signer.reopen()
  expect(await signer.sign(payment())).toEqual(first)
  for (const change of [
    { amount: '999' },
    { to: MASTER },
    { memo: 'x' },
    { createdAt: NOW_SECONDS - 29 },
    { nonce: 1 },
  ])
    expect(await refusal(change)).toBe('the payment was signed with other fields')
})

describe('Refused are', () => {
  test('chains, generations, jettons and jetton wallets that are not in the policy', async () => {
    expect(await refusal({ chainId: -3 })).toMatch('chain')
    expect(await refusal({ generation: 2 })).toMatch('generation')
    expect(await refusal({ contract: RECEIVER, jettonWallet: JETTON_WALLET })).toMatch('contract')
    expect(await refusal({ contract: MASTER, jettonWallet: RECEIVER })).toMatch('jetton wallet')
    expect(await refusal({ contract: null, jettonWallet: RECEIVER })).toMatch('jetton wallet')
  })

  test('own addresses, amounts of zero, and amounts above a limit', async () => {
    for (const to of [await ownAddress(), MASTER, JETTON_WALLET, `0:${'0'.repeat(64)}`])
      expect(await refusal({ to })).toMatch('cannot receive')
    expect(await refusal({ amount: '0' })).toMatch('zero')
    expect(await refusal({ amount: '1001' })).toMatch('above the limit')
    expect(await refusal({})).toBeUndefined()
    expect(await refusal({ payment: 11, nonce: 1, withdrawal: 6 })).toMatch('of an hour')
  })

  test('numbers that leave a gap or are used, and messages that begin to be valid in the future', async () => {
    expect(await refusal({ nonce: 1 })).toMatch('gap')
    expect(await refusal({ createdAt: NOW_SECONDS + 120 })).toMatch('future')
    expect(await refusal({})).toBeUndefined()
    expect(await refusal({ payment: 11, withdrawal: 6 })).toMatch('another payment')
  })

  test('a second payment of a withdrawal, until the message of the first one is not valid any more', async () => {
    expect(await refusal({ amount: '10' })).toBeUndefined()
    const second = { payment: 11, nonce: 1, amount: '10' }
    signer.time.now += (HIGHLOAD_TIMEOUT - 60) * 1_000
    const createdAt = signer.time.now / 1_000 - 30
    expect(await refusal({ ...second, createdAt })).toBe(WITHDRAWAL_UNDERWAY)
    signer.time.now += 120_000
    expect(await refusal({ ...second, createdAt })).toBeUndefined()
  })

  test('a second payment of a withdrawal that needed an approval, because the server alone says that the first failed', async () => {
    const approvals = [{ above: '500', keys: [publicKeyOf(approvers.first)], need: 1 }]
    const [coin, jetton] = POLICY.tonNetworks?.[0]?.assets ?? []
    const assets = [{ ...expectDefined(coin, 'a coin'), approvals }, expectDefined(jetton, 'a jetton')]
    const strict = openTestSigner({
      networks: [],
      tonNetworks: [{ chainId: -239, generation: 1, maxFeesDay: '1000000000', assets }],
    })
    const approved = (input: TonWithdrawalInput): TonWithdrawalInput => {
      const signature = sign(null, Buffer.from(approvalText(input)), approvers.first.privateKey)
      return { ...input, approval: signature.toString('base64') }
    }
    expect(refusalOf(await strict.sign(payment()))).toBe(APPROVAL_MISSING)
    expect(refusalOf(await strict.sign(approved(payment())))).toBeUndefined()
    strict.time.now += 24 * 3_600_000
    const createdAt = strict.time.now / 1_000 - 30
    const second = approved(payment({ payment: 11, nonce: 1, createdAt }))
    expect(refusalOf(await strict.sign(second))).toBe(WITHDRAWAL_PAID)
    strict.remove()
  })
})

describe('The limit of a day for fees and for coins that accompany jettons', () => {
  const REACHED = 'the fees of a day are at their limit'
  const small = (number: number, changes: Partial<TonWithdrawalInput> = {}): Partial<TonWithdrawalInput> => ({
    payment: 10 + number,
    nonce: number,
    withdrawal: 5 + number,
    amount: '1',
    createdAt: signer.time.now / 1_000 - 30,
    ...changes,
  })
  const jetton = { contract: MASTER, jettonWallet: JETTON_WALLET }

  /** Six payments of jettons with 0.15 TON each, of 1 TON a day, then two of coins with 0.05 TON each. */
  async function reach(): Promise<void> {
    for (let number = 0; number < 6; number++) expect(await refusal(small(number, jetton))).toBeUndefined()
    expect(await refusal(small(6, jetton))).toBe(REACHED)
    for (const number of [6, 7]) expect(await refusal(small(number))).toBeUndefined()
  }

  test('refuses further payments and deployments, also after a restart, and a signed payment gets its bytes again', async () => {
    await reach()
    const deploy = { payment: 50, chainId: -239, generation: 1, wallet: 0, nonce: 8, createdAt: NOW_SECONDS } as const
    for (const _ of ['before', 'after the restart']) {
      expect(await refusal(small(8))).toBe(REACHED)
      expect(refusalOf(await signer.sign({ ...deploy, kind: 'ton-deploy' }))).toBe(REACHED)
      expect(await refusal(small(0, jetton))).toBeUndefined()
      signer.reopen()
    }
  })

  test('ends after a day, for what was signed then', async () => {
    await reach()
    signer.time.now += 24 * 3_600_000 - 1
    expect(await refusal(small(8))).toBe(REACHED)
    signer.time.now += 1
    expect(await refusal(small(8, jetton))).toBeUndefined()
  })
})

test('The counters have the latest time of the messages of the wallet, also after a restart', async () => {
  const counters = async () => {
    const reply = await signer.counters()
    return 'counters' in reply ? reply.counters.nonces : []
  }
  expect(await counters()).toEqual([])
  expect(await refusal({ amount: '1' })).toBeUndefined()
  expect(
    await refusal({ amount: '1', payment: 11, nonce: 1, withdrawal: 6, createdAt: NOW_SECONDS - 90 }),
  ).toBeUndefined()
  const expected = [{ chainId: -239, generation: 1, wallet: 0, next: 2, newest: NOW_SECONDS - 30 }]
  expect(await counters()).toEqual(expected)
  signer.reopen()
  expect(await counters()).toEqual(expected)
})
