/**
 * `npm run liabilities -- --verify FILE [--report FILE] [--user UUID]`: verifies a downloaded proof or report of liabilities, without
 * a server or a database.
 */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Proof, parseProof, parseReport, type Report } from '../../contract/liabilities/parse.ts'
import { type ProofStep, verifyProof, verifyReport } from '../../contract/liabilities/verify.ts'
import { formatUnits } from '../../contract/money.ts'
import { formatCount, textTable } from './stored-exchange.ts'

const HELP = `npm run liabilities -- --verify FILE [--report FILE] [--user UUID]

  --verify FILE   a proof (settings, "Check that my balance is counted") or a report (the page /liabilities)
  --report FILE   the published report that the proof must belong to
  --user UUID     the user that the proof must be about

Exit code 0: valid. 1: not valid. 2: a file cannot be read, or wrong options.
`

type Result = { readonly code: 0 | 1; readonly out: string }
type Options = { readonly report?: unknown; readonly user?: string | undefined }

const PASSED: Readonly<Record<ProofStep, string>> = {
  format: 'the file is complete and has no negative amount',
  report: 'root and totals of the report belong to what it says',
  account: 'the proof is about this user',
  path: 'all parts of the account lead to the root of the report',
  totals: 'the sums on the way are the totals of the report',
}
const FAILED: Readonly<Record<ProofStep, string>> = {
  format: 'the file is incomplete, of another format, or has an amount or a hash that is not valid',
  report: 'the report is not the published one, or its root is not that of what it says',
  account: 'the proof is about another user',
  path: 'a part of the account does not lead to the root of the report',
  totals: 'the sums on the way are not the totals of the report',
}

/** `value` is a proof or a report. */
async function verify(value: unknown, { report, user }: Options): Promise<Result> {
  return isProof(value) ? verifyAccount(value, report, user) : verifyTotals(value)
}

const isProof = (value: unknown): boolean => typeof value === 'object' && value !== null && 'leaves' in value

async function verifyAccount(value: unknown, report: unknown, user: string | undefined): Promise<Result> {
  const lines: string[] = []
  let isValid = true
  for await (const { step, isPassed } of verifyProof(value, { user, report })) {
    lines.push(isPassed ? `ok      ${PASSED[step]}` : `failed  ${FAILED[step]}`)
    isValid &&= isPassed
  }
  const proof = parseProof(value)
  if (!isValid || proof === undefined) return { code: 1, out: `${lines.join('\n')}\n\nNOT VALID\n` }
  const compare = report === undefined ? `\n${COMPARE}` : ''
  return { code: 0, out: `${lines.join('\n')}\n\n${aboutProof(proof)}\n\n${about(proof.report)}${compare}\n\nVALID\n` }
}

async function verifyTotals(value: unknown): Promise<Result> {
  const report = parseReport(value)
  if (report === undefined || !(await verifyReport(value)))
    return { code: 1, out: `failed  ${report === undefined ? FAILED.format : FAILED.report}\n\nNOT VALID\n` }
  return { code: 0, out: `ok      ${PASSED.report}\n\n${about(report)}\n${COMPARE}\n\nVALID\n` }
}

const COMPARE = 'Compare the root with the one on the page /liabilities, and with the roots that other users see.'

function aboutProof({ user, owned, report: { totals } }: Proof): string {
  const rows = totals.map(({ symbol }, coin) => [symbol, formatUnits(owned[coin] ?? (0n as never))])
  return `user ${user} owns\n${textTable(rows)}`
}

const about = ({ seq, at, root, journalHash, totals }: Report): string =>
  `all users together own\n${textTable(totals.map(({ symbol, amount }) => [symbol, formatUnits(amount)]))}

at ${at}, after command ${formatCount(seq)}
root          ${root}
journal hash  ${journalHash}`

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      verify: { type: 'string' },
      report: { type: 'string' },
      user: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true || values.verify === undefined) {
    process.stdout.write(HELP)
    process.exitCode = values.help === true ? 0 : 2
    return
  }
  const report = values.report === undefined ? undefined : readJson(values.report)
  const { code, out } = await verify(readJson(values.verify), { report, user: values.user })
  process.stdout.write(out)
  process.exitCode = code
}

/** A file that is no JSON is not valid, rather than unreadable. */
function readJson(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (import.meta.main)
  await run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 2
  })
