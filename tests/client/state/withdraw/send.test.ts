/** Sending a withdrawal: one id per content, errors on the step where they can be corrected. */

import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../src/client/connection/request.ts'
import { updatesAtom } from '../../../../src/client/state/history/updates.ts'
import {
  editWithdrawAtom,
  moveWithdrawAtom,
  openWithdrawAtom,
  withdrawDraftOf,
  withdrawErrorsOf,
  withdrawStepOf,
} from '../../../../src/client/state/withdraw/form.ts'
import { sendWithdrawalAtom } from '../../../../src/client/state/withdraw/send.ts'
import { api } from '../../../../src/contract/api.ts'
import type { BodyOf } from '../../../../src/contract/call.ts'
import { transactionView } from '../../../fixtures/client-transactions.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const done: Answer<unknown> = {
  ok: true,
  value: { ...transactionView('w1', 'withdrawal', { status: 'review' }), timeline: [], fills: [] },
}
const lost: Answer<unknown> = { ok: false, failure: { kind: 'unreachable' } }
const refused = (code: string): Answer<unknown> => ({
  ok: false,
  failure: { kind: 'refused', status: 400, code, detail: `text of ${code}` },
})

let count = 0
let user = ''
let app: ReturnType<typeof withdrawer>

function withdrawer() {
  const fake = fakeStore()
  const bodies: BodyOf<typeof api.withdraw>[] = []
  let answer: Answer<unknown> = done
  fake.replaceHttp(async (call: { path: string }, input: { body?: BodyOf<typeof api.withdraw> }) => {
    if (call.path !== api.withdraw.path) return lost
    if (input.body) bodies.push(input.body)
    return answer
  })
  const { store } = fake
  const fill = (amount: string, address = ADDRESS) => {
    store.set(openWithdrawAtom, { user, currency: 'USDT' })
    store.set(editWithdrawAtom, user, { address, entry: undefined })
    store.set(editWithdrawAtom, user, { amount })
    for (let step = 0; step < 3; step++) store.set(moveWithdrawAtom, user, 1)
  }
  return {
    ...fake,
    bodies,
    fill,
    async send(next: Answer<unknown>, code = '123456') {
      answer = next
      return store.set(sendWithdrawalAtom, { user, currency: 1, network: 1 }, code)
    },
    step: () => store.get(withdrawStepOf(user)),
    draft: () => store.get(withdrawDraftOf(user)),
    errors: () => store.get(withdrawErrorsOf(user)),
    ids: () => bodies.map((body) => body.client_request_id),
  }
}

beforeEach(() => {
  user = `withdraw ${count++}`
  app = withdrawer()
})

describe('The id of the request', () => {
  test('stays the same for the same content until the withdrawal exists, with any code', async () => {
    app.fill('10')
    expect(await app.send(lost)).toMatch(/can't be sent twice/)
    expect(await app.send(refused('INVALID_2FA_CODE'), '222222')).toBe('text of INVALID_2FA_CODE')
    expect(await app.send(done, '333333')).toBeUndefined()
    expect(new Set(app.ids()).size).toBe(1)
    expect(app.bodies.map(({ code }) => code)).toEqual(['123456', '222222', '333333'])
    expect(app.ids()[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('is new for another content, and for the same content after a success', async () => {
    app.fill('10')
    await app.send(lost)
    app.fill('11')
    await app.send(lost)
    app.fill('10')
    await app.send(lost)
    expect(app.ids()[2]).toBe(app.ids()[0])
    app.fill('11', `0x${'cd'.repeat(20)}`)
    await app.send(done)
    app.fill('11', `0x${'cd'.repeat(20)}`)
    await app.send(done)
    expect(new Set(app.ids()).size).toBe(4)
  })

  test('survives a reload of the page while the outcome is unknown', async () => {
    app.fill('10')
    await app.send(lost)
    const { sessionStorage } = app.host.platform
    const [first] = app.ids()
    app = withdrawer()
    Object.assign(app.host.platform, { sessionStorage })
    app.fill('10')
    await app.send(done)
    expect(app.ids()).toEqual([first])
  })

  test.each(['[null]', '[5]', '[{}]', '[["a"]]', '[["a",5]]', '{', '{}', '7'])(
    'is sent and kept although the tab has stored %s',
    async (stored) => {
      app.host.platform.sessionStorage.set('withdrawalRequests', stored)
      app.fill('10')
      await app.send(lost)
      await app.send(done)
      expect(app.ids()).toEqual([expect.any(String), app.ids()[0]])
    },
  )

  test('is replaced when the server knows it for something else', async () => {
    app.fill('10')
    await app.send(refused('CLIENT_ID_REUSED'))
    await app.send(done)
    expect(new Set(app.ids()).size).toBe(2)
  })
})

test('The memo of a withdrawal is sent without the spaces around it, and another memo is another request', async () => {
  app.fill('10')
  app.store.set(editWithdrawAtom, user, { memo: ' 1234567890 ' })
  await app.send(lost)
  app.store.set(editWithdrawAtom, user, { memo: '1234567891' })
  await app.send(lost)
  app.store.set(editWithdrawAtom, user, { memo: '' })
  await app.send(lost)
  expect(app.bodies.map(({ memo }) => memo)).toEqual(['1234567890', '1234567891', null])
  expect(new Set(app.ids()).size).toBe(3)
})

describe('An error', () => {
  test.each([
    ['INVALID_ADDRESS', 'address'],
    ['OWN_ADDRESS', 'address'],
    ['ADDRESS_NOT_WHITELISTED', 'address'],
    ['INVALID_MEMO', 'memo'],
    ['INSUFFICIENT_BALANCE', 'amount'],
    ['NEW_ADDRESS_LIMIT', 'amount'],
    ['LIMIT_EXCEEDED', 'amount'],
    ['KYC_REQUIRED', 'amount'],
  ] as const)('%s returns to the step of the %s and keeps what was entered', async (code, step) => {
    app.fill('10')
    expect(await app.send(refused(code))).toBeUndefined()
    expect(app.step()).toEqual({ name: step === 'memo' ? 'address' : step })
    expect(app.errors()).toEqual({ [step]: `text of ${code}` })
    expect(app.draft()).toEqual({ address: ADDRESS, memo: '', entry: undefined, amount: '10' })
  })

  test.each(['WITHDRAW_HOLD', 'WITHDRAW_DISABLED', '2FA_LOCKED'])('%s stays on the step of the code', async (code) => {
    app.fill('10')
    expect(await app.send(refused(code))).toBe(`text of ${code}`)
    expect(app.step()).toEqual({ name: 'code' })
  })

  test('without a text is "Withdrawal failed"', async () => {
    app.fill('10')
    expect(await app.send({ ok: false, failure: { kind: 'refused', status: 400 } })).toBe('Withdrawal failed')
  })

  test('of a field disappears with the next edit of this field', async () => {
    app.fill('10')
    await app.send(refused('OWN_ADDRESS'))
    app.store.set(editWithdrawAtom, user, { amount: '11' })
    expect(app.errors()).toEqual({ address: 'text of OWN_ADDRESS' })
    app.store.set(editWithdrawAtom, user, { address: 'x' })
    expect(app.errors()).toEqual({})
  })
})

test('A withdrawal that was made is shown, the form is empty, and the balances are requested', async () => {
  app.fill('10.50')
  await app.send(done)
  expect(app.bodies[0]).toMatchObject({ currency_id: 1, network_id: 1, address: ADDRESS, amount: '10.5', memo: null })
  expect(app.step()).toEqual({ name: 'done', uuid: 'w1' })
  expect(app.draft()).toEqual({ address: '', memo: '', entry: undefined, amount: '' })
  expect(app.store.get(updatesAtom).get('w1')?.view.status).toBe('review')
  expect(app.said).toContain('get_assets')
})

test('Opening the form starts with the address, and keeps the values of the same coin only', () => {
  app.fill('10')
  app.store.set(openWithdrawAtom, { user, currency: 'USDT' })
  expect([app.step().name, app.draft().amount]).toEqual(['address', '10'])
  app.store.set(openWithdrawAtom, { user, currency: 'ETH' })
  expect(app.draft()).toEqual({ address: '', memo: '', entry: undefined, amount: '' })
})
