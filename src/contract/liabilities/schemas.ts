/** Schemas of the calls for the proof of liabilities. Server only. */

import { z } from 'zod'
import { type CallSchema, count, decimal, emptyBody, id, signed, time, uuid } from '../call-schema.ts'
import type { liabilitiesCalls } from './calls.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const LiabilityNodeView = z.strictObject({ hash, sums: z.array(decimal) })

const LiabilityReportView = z.strictObject({
  format: count,
  seq: count,
  at: time,
  root: hash,
  height: count,
  journal_hash: hash,
  totals: z.array(z.strictObject({ currency_id: id, symbol: z.string(), decimals: count, amount: decimal })),
  halves: z.array(LiabilityNodeView),
  reserves: z.array(
    z.strictObject({
      network: z.string(),
      network_name: z.string(),
      currency_id: id,
      symbol: z.string(),
      amount: signed,
    }),
  ),
})

const LiabilitiesView = z.strictObject({
  report: LiabilityReportView.nullable(),
  earlier: z.array(z.strictObject({ seq: count, at: time, root: hash })),
  next_at: time,
  has_addresses: z.boolean(),
  is_withheld: z.boolean(),
})

const LiabilityLeafView = z.strictObject({
  salt: hash,
  index: count,
  amounts: z.array(decimal),
  path: z.array(LiabilityNodeView),
})

const LiabilityProofView = z.strictObject({
  report: LiabilityReportView,
  user: uuid,
  leaves: z.array(LiabilityLeafView),
})

const AddressesFileView = z.strictObject({ file_name: z.string(), csv: z.string() })

/** By type name; published in `/openapi.json`. */
export const liabilitiesViews = {
  LiabilityReportView,
  LiabilitiesView,
  LiabilityLeafView,
  LiabilityProofView,
  AddressesFileView,
} as const

export const liabilitiesCallSchemas = {
  liabilities: {
    summary: 'The newest report of what all users own, and the roots of earlier ones',
    input: emptyBody,
    reply: LiabilitiesView,
  },
  liabilityAddresses: {
    summary: 'The addresses of the exchange as a CSV file, to compare the reserves with the chains',
    input: emptyBody,
    reply: AddressesFileView,
    refusals: ['ADDRESSES_NOT_PUBLISHED'],
  },
  liabilityProof: {
    summary: 'What the user needs to verify that their balance is in the totals of a report',
    input: emptyBody,
    reply: LiabilityProofView,
    refusals: ['REPORT_NOT_FOUND', 'NOT_IN_REPORT'],
  },
} as const satisfies Record<keyof typeof liabilitiesCalls, CallSchema>
