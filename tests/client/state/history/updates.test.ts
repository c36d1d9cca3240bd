/** Reports of changed deposits and withdrawals, merged into lists. */

import { beforeEach, describe, expect, test } from 'vitest'
import { becomeGuestAtom, resumeSessionAtom } from '../../../../src/client/state/auth/session.ts'
import { applyMessageAtom } from '../../../../src/client/state/feed/apply-message.ts'
import { transactionToast } from '../../../../src/client/state/history/transaction-toast.ts'
import {
  applyTransactionAtom,
  lastReceived,
  loadedAt,
  newest,
  updatesAtom,
  withUpdates,
} from '../../../../src/client/state/history/updates.ts'
import type { TransactionView } from '../../../../src/contract/transactions/views.ts'
import { transactionView } from '../../../fixtures/client-transactions.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const deposit = (uuid: string, fields: Partial<TransactionView> = {}) =>
  transactionView(uuid, 'deposit', { status: 'confirming', created_at: '2026-01-02', ...fields })

let app: ReturnType<typeof fakeStore>
beforeEach(() => {
  app = fakeStore()
})

const report = (view: TransactionView) => app.store.set(applyTransactionAtom, view)
const merged = (list: readonly TransactionView[], asOf: number, isListed = (_view: TransactionView) => true) =>
  withUpdates(loadedAt(list, asOf), app.store.get(updatesAtom), isListed).map(
    ({ uuid, confirmations }) => `${uuid} ${confirmations}`,
  )

describe('A report of a transaction', () => {
  test('replaces the loaded one if it was received after the request', () => {
    const asOf = lastReceived()
    report(deposit('a', { confirmations: 2 }))
    expect(merged([deposit('b'), deposit('a', { confirmations: 1 })], asOf)).toEqual(['b null', 'a 2'])
  })

  test('does not replace one that was requested later: a message may have been lost meanwhile', () => {
    report(deposit('a', { confirmations: 2 }))
    const asOf = lastReceived()
    expect(merged([deposit('a', { confirmations: 4 })], asOf)).toEqual(['a 4'])
    const known = { view: deposit('a', { confirmations: 4 }), asOf }
    expect(newest(known, app.store.get(updatesAtom)).confirmations).toBe(4)
    report(deposit('a', { confirmations: 5 }))
    expect(newest(known, app.store.get(updatesAtom)).confirmations).toBe(5)
  })

  test('adds a new one at the head, once, newest first', () => {
    const asOf = lastReceived()
    report(deposit('b', { created_at: '2026-01-03' }))
    report(deposit('c', { created_at: '2026-01-04' }))
    report(deposit('c', { created_at: '2026-01-04', confirmations: 1 }))
    expect(merged([deposit('a')], asOf)).toEqual(['c 1', 'b null', 'a null'])
    expect(merged([], asOf)).toEqual(['c 1', 'b null'])
  })

  test('of the same time as another comes before it, as it was reported later', () => {
    const asOf = lastReceived()
    for (const uuid of ['b', 'c', 'd']) report(deposit(uuid, { created_at: '2026-01-03' }))
    expect(merged([deposit('a')], asOf)).toEqual(['d null', 'c null', 'b null', 'a null'])
  })

  test('is not added to a list of another type, or when it belongs to a later page', () => {
    const asOf = lastReceived()
    report(deposit('w', { type: 'withdrawal', created_at: '2026-01-05' }))
    report(deposit('old', { created_at: '2025-12-31' }))
    expect(merged([deposit('a')], asOf, ({ type }) => type === 'deposit')).toEqual(['a null'])
  })

  test('is forgotten when another user logs in', () => {
    app.store.set(resumeSessionAtom)
    report(deposit('a'))
    expect(merged([], 0)).toEqual(['a null'])
    app.store.set(becomeGuestAtom)
    expect(merged([], 0)).toEqual([])
    app.store.set(resumeSessionAtom)
    expect(merged([], 0)).toEqual([])
  })
})

describe('A message of the socket', () => {
  const deliver = async (view: TransactionView) => {
    app.store.set(applyMessageAtom, { type: 'deposit_update', data: view })
    await import('../../../../src/client/state/feed/on-transaction.ts')
    await Promise.resolve()
  }

  test('is applied, and a status is announced once', async () => {
    await deliver(deposit('a', { confirmations: 0 }))
    await deliver(deposit('a', { confirmations: 1 }))
    await deliver(deposit('a', { status: 'completed' }))
    await deliver(deposit('a', { status: 'completed' }))
    expect(merged([], 0)).toEqual(['a null'])
    expect(app.store.get(updatesAtom).get('a')?.view.status).toBe('completed')
    expect(app.toasts.map(({ title }) => title)).toEqual(['Deposit on the network', 'Deposit received'])
  })
})

describe('The notice', () => {
  test('of a deposit is shown when the network has it and when it is credited, not at each confirmation', () => {
    expect(transactionToast(deposit('a', { confirmations: 0 }))).toMatchObject({ kind: 'blank' })
    expect(transactionToast(deposit('a', { confirmations: 3 }))).toBeUndefined()
    expect(transactionToast(deposit('a', { status: 'completed', amount: '1500.5' }))).toEqual({
      kind: 'success',
      title: 'Deposit received',
      detail: '1,500.5 USDT',
    })
  })

  test('of a withdrawal is shown when it is sent, with what arrives, or returned', () => {
    const withdrawal = (status: TransactionView['status']) =>
      transactionToast(transactionView('w', 'withdrawal', { status, amount: '10', receive_amount: '9' }))
    expect(withdrawal('sent')).toEqual({ kind: 'success', title: 'Withdrawal sent', detail: '9 USDT' })
    expect(withdrawal('failed')).toMatchObject({ kind: 'error', detail: '10 USDT is back in your balance.' })
    expect(withdrawal('rejected')).toMatchObject({ kind: 'error' })
    for (const quiet of ['review', 'processing', 'completed', 'cancelled'] as const)
      expect(withdrawal(quiet)).toBeUndefined()
  })
})
