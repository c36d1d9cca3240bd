/** Verifies reports and proofs with WebCrypto, in a browser and in Node alike. */

import { addSums, hexOfBytes, leafBytes, nodeBytes, type TreeNode, userBytes } from './encoding.ts'
import { type Proof, parseProof, parseReport, type Report } from './parse.ts'

/**
 * `format`: complete, well-formed, no negative amount, as many nodes as levels. `report`: its totals belong to its root, and it
 * is the published report. `account`: it is about the expected user. `path`: the leaf and its siblings lead to the root.
 * `totals`: their sums are the totals.
 */
export const PROOF_STEPS = ['format', 'report', 'account', 'path', 'totals'] as const
export type ProofStep = (typeof PROOF_STEPS)[number]
type StepResult = { readonly step: ProofStep; readonly isPassed: boolean }

type Expected = {
  /** The user that the proof must be about; undefined: any. */
  readonly user: string | undefined
  /** The published report; undefined: only that of the proof. */
  readonly report: unknown
}

/** Browsers have WebCrypto only on pages that were loaded by https or from the own machine. */
export const canVerify = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

/** The result of each step in order; ends after the first one that fails. */
export async function* verifyProof(value: unknown, expected: Expected): AsyncGenerator<StepResult> {
  const proof = parseProof(value)
  yield { step: 'format', isPassed: proof !== undefined }
  if (proof === undefined) return
  const isOwn = await isSameReport(proof.report, expected.report)
  yield { step: 'report', isPassed: isOwn }
  if (!isOwn) return
  const isUser = expected.user === undefined || proof.user === expected.user
  yield { step: 'account', isPassed: isUser }
  if (!isUser) return
  const root = await rootOf(proof)
  const isRoot = hexOfBytes(root.hash) === proof.report.root
  yield { step: 'path', isPassed: isRoot }
  if (!isRoot) return
  yield { step: 'totals', isPassed: hasTotals(proof.report, root.sums) }
}

/** Whether the totals of the report belong to its root. False for anything that is not a report. */
export async function verifyReport(value: unknown): Promise<boolean> {
  const report = parseReport(value)
  return report !== undefined && isReportValid(report)
}

async function isSameReport(report: Report, expected: unknown): Promise<boolean> {
  if (!(await isReportValid(report))) return false
  return expected === undefined || textOf(report) === textOf(parseReport(expected))
}

async function isReportValid(report: Report): Promise<boolean> {
  const { hash, sums } = await parentOf(...report.halves)
  return hexOfBytes(hash) === report.root && hasTotals(report, sums)
}

const hasTotals = ({ totals }: Report, sums: readonly bigint[]): boolean =>
  totals.every(({ amount }, index) => amount === sums[index])

/** Both were parsed, so their fields have the same order. */
const textOf = (report: Report | undefined): string =>
  JSON.stringify(report, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

async function rootOf({ user, salt, index, amounts, path }: Proof): Promise<TreeNode> {
  const leaf = leafBytes({ user: userBytes(user), salt, amounts })
  let node: TreeNode = { hash: await sha256(leaf), sums: amounts }
  let place = index
  for (const sibling of path) {
    node = await (place % 2 === 0 ? parentOf(node, sibling) : parentOf(sibling, node))
    place = Math.floor(place / 2)
  }
  return node
}

const parentOf = async (left: TreeNode, right: TreeNode): Promise<TreeNode> => ({
  hash: await sha256(nodeBytes(left, right)),
  sums: addSums(left.sums, right.sums),
})

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
