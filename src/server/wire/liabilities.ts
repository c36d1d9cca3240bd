/** Reports of liabilities and proofs as JSON. */

import { FORMAT, hexOfBytes, type TreeNode } from '../../contract/liabilities/encoding.ts'
import type {
  LiabilitiesView,
  LiabilityNodeView,
  LiabilityProofView,
  LiabilityReportView,
} from '../../contract/liabilities/views.ts'
import { formatUnits, UNIT_DECIMALS } from '../../contract/money.ts'
import type { UserProof } from '../liabilities/proofs.ts'
import type { ReportHead, StoredReport } from '../liabilities/report-rows.ts'
import { isoTime } from './time.ts'

type Facts = {
  readonly newest: StoredReport | undefined
  readonly earlier: readonly ReportHead[]
  readonly nextAt: number
  readonly hasAddresses: boolean
  readonly isWithheld: boolean
}

export const liabilitiesView = ({ newest, earlier, nextAt, hasAddresses, isWithheld }: Facts): LiabilitiesView => ({
  report: newest === undefined ? null : reportView(newest),
  earlier: earlier.map(({ seq, at, root }) => ({ seq, at: isoTime(at), root: root.toString('hex') })),
  next_at: isoTime(nextAt),
  has_addresses: hasAddresses,
  is_withheld: isWithheld,
})

export const proofView = ({ report, user, leaves }: UserProof): LiabilityProofView => ({
  report: reportView(report),
  user,
  leaves: leaves.map(({ salt, index, amounts, path }) => ({
    salt: salt.toString('hex'),
    index,
    amounts: amounts.map(formatUnits),
    path: path.map(nodeView),
  })),
})

const reportView = (report: StoredReport): LiabilityReportView => ({
  format: FORMAT,
  seq: report.seq,
  at: isoTime(report.at),
  root: report.root.toString('hex'),
  height: report.height,
  journal_hash: report.journalHash.toString('hex'),
  totals: report.totals.map(({ id, symbol, amount }) => ({
    currency_id: id,
    symbol,
    decimals: UNIT_DECIMALS,
    amount: formatUnits(amount),
  })),
  halves: report.halves.map(nodeView),
  reserves: report.reserves.map(({ id, symbol, network, networkName, amount }) => ({
    network,
    network_name: networkName,
    currency_id: id,
    symbol,
    amount: formatUnits(amount),
  })),
})

const nodeView = ({ hash, sums }: TreeNode): LiabilityNodeView => ({
  hash: hexOfBytes(hash),
  sums: sums.map(formatUnits),
})
