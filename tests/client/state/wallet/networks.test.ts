/** Which network of a coin is shown, and what prevents a deposit or withdrawal. */

import { describe, expect, test } from 'vitest'
import { addressesFor } from '../../../../src/client/state/wallet/address-book.ts'
import { limitsLeft } from '../../../../src/client/state/wallet/limits.ts'
import { obstacleOf, selectedNetwork } from '../../../../src/client/state/wallet/networks.ts'
import { checkPlayAmount, maxPlayAmount } from '../../../../src/client/state/wallet/play-amount.ts'
import type { AddressView } from '../../../../src/contract/wallet/views.ts'
import { networkView } from '../../../fixtures/client-networks.ts'

describe('The selected network', () => {
  const networks = [
    networkView({ id: 1, code: 'one', is_default: false }),
    networkView({ id: 2, code: 'two' }),
    networkView({ id: 3, code: 'three', is_default: false, deposit_enabled: false }),
  ]

  test('is the one of the link, else the default', () => {
    expect(selectedNetwork(networks, 'one', 'deposit')?.id).toBe(1)
    expect(selectedNetwork(networks, undefined, 'deposit')?.id).toBe(2)
    expect(selectedNetwork(networks, 'unknown', 'deposit')?.id).toBe(2)
  })

  test('can be used if one of them can, and is the paused one if it was chosen', () => {
    const paused = networks.map((one) => ({ ...one, deposit_enabled: one.id === 1 }))
    expect(selectedNetwork(paused, undefined, 'deposit')?.id).toBe(1)
    expect(selectedNetwork(paused, 'three', 'deposit')?.id).toBe(3)
    expect(selectedNetwork([], undefined, 'deposit')).toBeUndefined()
  })
})

test('A deposit needs an open network and an address, a withdrawal only an open network', () => {
  const deposit = (fields: Parameters<typeof networkView>[0]) => obstacleOf(networkView(fields), 'deposit')
  const withdraw = (fields: Parameters<typeof networkView>[0]) => obstacleOf(networkView(fields), 'withdraw')
  expect([deposit({}), withdraw({})]).toEqual([undefined, undefined])
  expect(deposit({ deposit_enabled: false, address: null })).toBe('paused')
  expect(deposit({ state: 'unavailable', deposit_enabled: false, address: null })).toBe('unavailable')
  expect(deposit({ state: 'unavailable' })).toBe('unavailable')
  expect(deposit({ state: 'starting', address: null })).toBe('starting')
  expect(deposit({ state: 'delayed' })).toBeUndefined()
  expect(withdraw({ state: 'unavailable' })).toBeUndefined()
  expect(withdraw({ withdraw_enabled: false })).toBe('paused')
  expect(withdraw({ withdraw_enabled: false, state: 'unavailable' })).toBe('unavailable')
})

test('What is left of the limits is never below zero', () => {
  const limits = {
    limit: '1000',
    used: '120.5',
    verified_limit: null,
    new_address_limit: '100',
    new_address_used: '130',
  }
  const rest = { hold_until: null, two_factor_enabled: true, whitelist_only: false }
  expect(limitsLeft({ ...limits, ...rest })).toEqual({ all: '879.5', newAddresses: '0' })
})

test('The address book offers the addresses of the network and coin, those that are ready first', () => {
  const entry = (id: number, fields: Partial<AddressView>): AddressView => ({
    id,
    network_id: 1,
    network_name: 'Ethereum',
    currency_id: null,
    label: `entry ${id}`,
    address: '0x',
    memo: null,
    active_at: '',
    is_active: true,
    created_at: '',
    ...fields,
  })
  const addresses = [
    entry(1, { is_active: false }),
    entry(2, { network_id: 2 }),
    entry(3, { currency_id: 7 }),
    entry(4, { currency_id: 1 }),
    entry(5, {}),
  ]
  const shown = addressesFor({ whitelist_only: false, addresses }, { currency: 1, network: 1 })
  expect(shown.map(({ id }) => id)).toEqual([4, 5, 1])
})

test('The play wallet keeps some of the coin that pays network fees, and sends all of a token', () => {
  const balance = { currency_id: 1, symbol: 'ETH', icon_url: '', contract_address: null }
  expect(maxPlayAmount({ ...balance, amount: '2.500000000000000001' })).toBe('2.49')
  expect(maxPlayAmount({ ...balance, amount: '0.005' })).toBe('')
  expect(maxPlayAmount({ ...balance, contract_address: '0x', amount: '5000.123456' })).toBe('5000.123456')
  expect(checkPlayAmount('', '1')).toBe('none')
  expect(checkPlayAmount('1.00000001', '1.000000009')).toBe('too-much')
  expect(checkPlayAmount('1,234', '5000')).toBe('open')
  expect(checkPlayAmount('1', '1.000000009')).toBeUndefined()
})
