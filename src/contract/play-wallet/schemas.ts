/** Schemas of the calls for the play wallet. Server only. */

import { z } from 'zod'
import { type CallSchema, decimal, id, time, whole } from '../call-schema.ts'
import type { playWalletCalls } from './calls.ts'

const PlayWalletBalanceView = z.strictObject({
  currency_id: id,
  symbol: z.string(),
  icon_url: z.string(),
  amount: decimal,
  contract_address: z.string().nullable(),
})

const PlayWalletTransactionView = z.strictObject({
  txid: z.string(),
  direction: z.enum(['in', 'out']),
  symbol: z.string(),
  amount: decimal,
  address: z.string(),
  memo: z.string().nullable(),
  status: z.enum(['pending', 'confirmed', 'failed']),
  at: time,
})

const PlayWalletView = z.strictObject({
  network_id: id,
  network: z.string(),
  chain_id: z.int(),
  address: z.string(),
  rpc_path: z.string(),
  balances: z.array(PlayWalletBalanceView),
  transactions: z.array(PlayWalletTransactionView),
})

const PlaySentView = z.strictObject({ txid: z.string() })

/** By type name; published in `/openapi.json`. */
export const playWalletViews = {
  PlayWalletBalanceView,
  PlayWalletTransactionView,
  PlayWalletView,
  PlaySentView,
} as const

export const playWalletCallSchemas = {
  playWallet: {
    summary: 'The own wallet on the local chain; play mode only',
    input: z.strictObject({ network_id: whole.pipe(id).exactOptional() }),
    reply: PlayWalletView,
    refusals: ['NETWORK_UNAVAILABLE', 'NETWORK_NOT_FOUND'],
  },
  playSend: {
    summary: 'Send coins of the own wallet on the local chain; play mode only',
    input: z.strictObject({
      network_id: id,
      currency_id: id,
      amount: z.string().max(40),
      address: z.string().max(200).nullable(),
      memo: z.string().max(200).nullable().exactOptional(),
    }),
    reply: PlaySentView,
    refusals: [
      'ACCOUNT_NOT_FOUND',
      'NETWORK_NOT_FOUND',
      'NETWORK_UNAVAILABLE',
      'CURRENCY_NOT_FOUND',
      'INVALID_ADDRESS',
      'INVALID_MEMO',
      'INVALID_NUMBER',
      'REQUIRED_AMOUNT',
      'PRECISION',
      'INSUFFICIENT_BALANCE',
    ],
  },
} as const satisfies Record<keyof typeof playWalletCalls, CallSchema>
