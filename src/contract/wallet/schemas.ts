/** Schemas of the calls for deposits and withdrawals. Server only. */

import { z } from 'zod'
import { type CallSchema, count, decimal, emptyBody, id, time, uuid } from '../call-schema.ts'
import { freeText } from '../free-text.ts'
import { TransactionDetailView } from '../transactions/schemas.ts'
import type { walletCalls } from './calls.ts'
import { NETWORK_STATES } from './views.ts'

const NetworkView = z.strictObject({
  id,
  name: z.string(),
  code: z.string(),
  icon_url: z.string(),
  is_default: z.boolean(),
  chain_id: z.int(),
  state: z.enum(NETWORK_STATES),
  deposit_enabled: z.boolean(),
  deposit_notice: z.string(),
  address: z.string().nullable(),
  memo: z.string().nullable(),
  memo_label: z.string().nullable(),
  memo_required: z.boolean(),
  pay_uri: z.string().nullable(),
  tonconnect: z.enum(['injected', 'all']).nullable(),
  min_deposit: decimal,
  confirmations: count,
  unlock_confirmations: count,
  deposit_minutes: count,
  withdraw_enabled: z.boolean(),
  withdraw_notice: z.string(),
  withdraw_fee: decimal,
  fee_currency: z.string(),
  min_withdraw: decimal,
  max_withdraw: decimal,
  withdraw_step: decimal,
  withdraw_minutes: count,
  address_regex: z.string(),
  memo_regex: z.string().nullable(),
  contract_address: z.string().nullable(),
  explorer_tx_url: z.string().nullable(),
  explorer_address_url: z.string().nullable(),
})

const TonPaymentView = z.strictObject({
  chain: z.string(),
  address: z.string(),
  amount: decimal,
  payload: z.string(),
})

const WalletCurrencyView = z.strictObject({
  id,
  symbol: z.string(),
  name: z.string(),
  icon_url: z.string(),
  deposit_enabled: z.boolean(),
  withdraw_enabled: z.boolean(),
  is_hidden: z.boolean(),
})

const WithdrawalLimitsView = z.strictObject({
  limit: decimal,
  used: decimal,
  verified_limit: decimal.nullable(),
  new_address_limit: decimal,
  new_address_used: decimal,
  hold_until: time.nullable(),
  two_factor_enabled: z.boolean(),
  whitelist_only: z.boolean(),
})

const AddressView = z.strictObject({
  id,
  network_id: id,
  network_name: z.string(),
  currency_id: id.nullable(),
  label: z.string(),
  address: z.string(),
  memo: z.string().nullable(),
  active_at: time,
  is_active: z.boolean(),
  created_at: time,
})

const AddressBookView = z.strictObject({ whitelist_only: z.boolean(), addresses: z.array(AddressView) })

/** By type name; published in `/openapi.json`. */
export const walletViews = {
  NetworkView,
  TonPaymentView,
  WalletCurrencyView,
  WithdrawalLimitsView,
  AddressView,
  AddressBookView,
} as const

const MAX_LABEL_LENGTH = 40
const address = z.string().max(200)
/** Checked with the network: it is refused as a memo. */
const memo = z.string().max(200).nullable().exactOptional()
const code = z.string().max(40)
const SECOND_FACTOR = ['2FA_SETUP_REQUIRED', 'INVALID_2FA_CODE', '2FA_LOCKED'] as const

export const walletCallSchemas = {
  walletCurrencies: {
    summary: 'Coins, and whether they can be deposited and withdrawn',
    input: emptyBody,
    reply: z.array(WalletCurrencyView),
  },
  networks: {
    summary: 'The networks of a coin with the own deposit address, which the first request creates',
    input: emptyBody,
    reply: z.array(NetworkView),
    refusals: ['ACCOUNT_NOT_FOUND', 'CURRENCY_NOT_FOUND'],
  },
  tonPayment: {
    summary: 'The message that a TON wallet signs to deposit, with the memo of the user',
    input: z.strictObject({ network_id: id, currency_id: id, amount: z.string().max(40), sender: address }),
    reply: TonPaymentView,
    refusals: [
      'ACCOUNT_NOT_FOUND',
      'NETWORK_NOT_FOUND',
      'NETWORK_UNAVAILABLE',
      'CURRENCY_NOT_FOUND',
      'DEPOSIT_DISABLED',
      'INVALID_NUMBER',
      'PRECISION',
      'MIN_AMOUNT',
      'INVALID_ADDRESS',
    ],
  },
  withdrawalLimits: {
    summary: 'What the user can withdraw now',
    input: emptyBody,
    reply: WithdrawalLimitsView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
  withdraw: {
    summary: 'Withdraw to an address; a repeat with the same client_request_id gets the first reply',
    input: z.strictObject({
      client_request_id: uuid,
      currency_id: id,
      network_id: id,
      address,
      memo,
      amount: z.string().max(40),
      code,
      address_book_id: id.nullable().exactOptional(),
    }),
    reply: TransactionDetailView,
    statuses: [201],
    refusals: [
      ...SECOND_FACTOR,
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_FROZEN',
      'CURRENCY_NOT_FOUND',
      'NETWORK_NOT_FOUND',
      'NETWORK_UNAVAILABLE',
      'WITHDRAW_DISABLED',
      'WITHDRAW_HOLD',
      'INVALID_ADDRESS',
      'OWN_ADDRESS',
      'INVALID_MEMO',
      'ADDRESS_NOT_FOUND',
      'ADDRESS_NOT_WHITELISTED',
      'INVALID_NUMBER',
      'REQUIRED_AMOUNT',
      'PRECISION',
      'MIN_AMOUNT',
      'MAX_AMOUNT',
      'LIMIT_EXCEEDED',
      'KYC_REQUIRED',
      'NEW_ADDRESS_LIMIT',
      'INSUFFICIENT_BALANCE',
      'TOO_MANY_WITHDRAWALS',
      'CLIENT_ID_REUSED',
    ],
  },
  cancelWithdrawal: {
    summary: 'Cancel a withdrawal that is not being sent yet',
    input: emptyBody,
    reply: TransactionDetailView,
    refusals: ['WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_UNDERWAY', 'WITHDRAWAL_CLOSED'],
  },
  addressBook: { summary: 'The saved withdrawal addresses', input: emptyBody, reply: AddressBookView },
  addAddress: {
    summary: 'Save an address; it is new for 24 hours',
    input: z.strictObject({
      network_id: id,
      currency_id: id.nullable().exactOptional(),
      label: freeText('The name', MAX_LABEL_LENGTH),
      address,
      memo,
      code,
    }),
    reply: AddressView,
    statuses: [201],
    refusals: [
      ...SECOND_FACTOR,
      'NETWORK_NOT_FOUND',
      'CURRENCY_NOT_FOUND',
      'INVALID_ADDRESS',
      'OWN_ADDRESS',
      'INVALID_MEMO',
      'ADDRESS_EXISTS',
      'ADDRESS_BOOK_FULL',
    ],
  },
  deleteAddress: {
    summary: 'Remove an address from the address book',
    input: emptyBody,
    reply: AddressBookView,
    refusals: ['ADDRESS_NOT_FOUND'],
  },
  setAddressBookMode: {
    summary:
      'Withdraw only to saved addresses, or to any; both need a code, and the latter holds withdrawals for 24 hours',
    input: z.strictObject({ whitelist_only: z.boolean(), code }),
    reply: AddressBookView,
    refusals: [...SECOND_FACTOR],
  },
} as const satisfies Record<keyof typeof walletCalls, CallSchema>
