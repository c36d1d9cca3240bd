/** The amount and the address of a withdrawal, by the rules of the network. */

import { describe, expect, test } from 'vitest'
import {
  checkAmount,
  isAddress,
  isMemo,
  maxWithdraw,
  receiveAmount,
  valueInUsdt,
} from '../../../../src/client/state/withdraw/draft.ts'
import { formatUnits, parseUnits, type Units } from '../../../../src/contract/money.ts'
import { asset } from '../../../fixtures/client-markets.ts'
import { networkView } from '../../../fixtures/client-networks.ts'

const units = (text: string): Units => parseUnits(text) as Units
const network = networkView()

describe('Max', () => {
  test('is the available amount rounded down to the step of the network', () => {
    expect(maxWithdraw(units('123.45678999'), network)).toBe('123.456789')
    expect(maxWithdraw(units('0.00000099'), network)).toBe('0')
    expect(maxWithdraw(units('123.45678999'), networkView({ withdraw_step: '0.00000001' }))).toBe('123.45678999')
  })

  test('is at most the maximum of the network', () => {
    expect(maxWithdraw(units('60000'), network)).toBe('50000')
    expect(maxWithdraw(units('60000'), networkView({ max_withdraw: '7.7777777' }))).toBe('7.777777')
  })

  test('can be withdrawn, whatever is available above the minimum', () => {
    for (const available of ['5', '5.0000019', '49999.99999999', '1000000'])
      expect(checkAmount(maxWithdraw(units(available), network), units(available), network).ok).toBe(true)
  })
})

describe('The amount', () => {
  const why = (typed: string, available = '100') => {
    const check = checkAmount(typed, units(available), network)
    return check.ok ? undefined : check.why
  }

  test('is refused below the minimum, above the balance and the maximum, and between two steps', () => {
    expect(why('')).toBe('none')
    expect(why('.')).toBe('none')
    expect(why('0.000')).toBe('none')
    expect(why('4.999999')).toBe('min')
    expect(why('5.0000001')).toBe('step')
    expect(why('100.000001')).toBe('insufficient')
    expect(why('50000.000001', '90000')).toBe('max')
    expect(why('100')).toBeUndefined()
  })

  test('is not sent while it could be two numbers', () => {
    expect(['1,234', '12,3', '1,234,'].map((typed) => why(typed, '5000'))).toEqual(['open', 'open', 'open'])
  })

  test('arrives without the fee', () => {
    expect(checkAmount('100.5', units('200'), network)).toEqual({ ok: true, amount: '100.5', receive: '99.5' })
    expect(formatUnits(receiveAmount(units('1'), network))).toBe('0')
    expect(formatUnits(receiveAmount(units('0.5'), network))).toBe('0')
  })

  test('is sent as a plain decimal however it was typed', () => {
    expect(checkAmount('007.50', units('200'), network)).toMatchObject({ amount: '7.5' })
    expect(checkAmount('7.', units('200'), network)).toMatchObject({ amount: '7' })
  })

  test('is valued at the prices of the balance, in which the held part counts', () => {
    const ether = { ...asset(2, 'ETH', '3'), frozen_balance: '1', usdt_total: '8000' }
    expect(valueInUsdt(units('0.5'), ether)).toBe(units('1000'))
    expect(valueInUsdt(units('0.5'), undefined)).toBeUndefined()
    expect(valueInUsdt(units('0.5'), asset(2, 'ETH', '0'))).toBeUndefined()
  })
})

test('An address has the format of the network', () => {
  expect(isAddress(`0x${'aB'.repeat(20)}`, network)).toBe(true)
  for (const invalid of ['', '0x', `0x${'a'.repeat(39)}`, `0x${'a'.repeat(41)}`, `0x${'g'.repeat(40)}`, 'maya.eth'])
    expect([invalid, isAddress(invalid, network)]).toEqual([invalid, false])
  // The server decides where the format is not a valid expression.
  expect(isAddress('anything', { address_regex: '(' })).toBe(true)
})

test('A memo has at most 120 bytes and no control characters, and a network without memos accepts none', () => {
  const ton = { memo_regex: '^.*$' }
  for (const memo of ['', '1234567890', 'deposit for Maya', 'ж'.repeat(60)]) expect(isMemo(memo, ton)).toBe(true)
  for (const memo of ['a\nb', 'a\u0000', 'a'.repeat(121), 'ж'.repeat(61)])
    expect([memo, isMemo(memo, ton)]).toEqual([memo, false])
  expect(isMemo('1', { memo_regex: null })).toBe(false)
  expect(isMemo('', { memo_regex: null })).toBe(true)
})
