/** Verifies reports and proofs with WebCrypto, in a browser and in Node alike. */

import {
  addSums,
  bytesOfHex,
  hexOfBytes,
  leafBytes,
  nodeBytes,
  rootBytes,
  type TreeNode,
  userBytes,
} from './encoding.ts'
import { type Proof, parseProof, parseReport, type Report } from './parse.ts'

/**
 * `format`: complete, well-formed, all leaves of a user, no negative amount. `report`: its root is that of what it says, and it
 * is the published report. `account`: it is about the expected user. `path`: each leaf and its siblings lead to a half of the
 * report. `totals`: their sums are those of the half, and so are in the totals.
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
  const ends = await Promise.all(proof.leaves.map((leaf, part) => endOf(proof, leaf, part)))
  const isPath = ends.every(({ node, half }) => hexOfBytes(node.hash) === hexOfBytes(half.hash))
  yield { step: 'path', isPassed: isPath }
  if (!isPath) return
  const isSum = ends.every(({ node, half }) => node.sums.every((sum, coin) => sum === half.sums[coin]))
  yield { step: 'totals', isPassed: isSum }
}

/** Whether root and totals of the report are those of its halves. False for anything that is not a report. */
export async function verifyReport(value: unknown): Promise<boolean> {
  const report = parseReport(value)
  return report !== undefined && isReportValid(report)
}

async function isSameReport(report: Report, expected: unknown): Promise<boolean> {
  if (!(await isReportValid(report))) return false
  return expected === undefined || textOf(report) === textOf(parseReport(expected))
}

async function isReportValid({ seq, at, root, height, journalHash, totals, halves }: Report): Promise<boolean> {
  const coins = totals.map(({ currencyId, symbol }) => ({ id: currencyId, symbol }))
  const head = { seq, at: Date.parse(at), journalHash: bytesOfHex(journalHash), height, coins }
  const hash = await sha256(rootBytes(head, ...halves))
  const [left, right] = halves
  const sums = addSums(left.sums, right.sums)
  return hexOfBytes(hash) === root && totals.every(({ amount }, coin) => amount === sums[coin])
}

/** Both were parsed, so their fields have the same order. */
const textOf = (report: Report | undefined): string =>
  JSON.stringify(report, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

type End = { readonly node: TreeNode; readonly half: TreeNode }

/** Where the path of a leaf ends, and the half of the report that this must be. */
async function endOf(
  { user, report }: Proof,
  { salt, index, amounts, path }: Proof['leaves'][number],
  part: number,
): Promise<End> {
  const leaf = leafBytes({ user: userBytes(user), part, salt, amounts })
  let node: TreeNode = { hash: await sha256(leaf), sums: amounts }
  let place = index
  for (const sibling of path) {
    node = await (place % 2 === 0 ? parentOf(node, sibling) : parentOf(sibling, node))
    place = Math.floor(place / 2)
  }
  return { node, half: report.halves[place === 0 ? 0 : 1] }
}

const parentOf = async (left: TreeNode, right: TreeNode): Promise<TreeNode> => ({
  hash: await sha256(nodeBytes(left, right)),
  sums: addSums(left.sums, right.sums),
})

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
