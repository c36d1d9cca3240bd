import type { Mutant } from './mutants.ts'

const VERIFY = ['contract/liabilities/verify.test.ts']
const REPORTS = ['server/liabilities/reports.test.ts']
const TREE = ['server/liabilities/sum-tree.test.ts']

export const liabilityMutants: readonly Mutant[] = [
  {
    name: 'a node hashes only the total of its children',
    file: 'src/contract/liabilities/encoding.ts',
    edits: [['writeNode(bytes, 1 + childBytes, right)', 'bytes.set(right.hash, 1 + childBytes)']],
    caughtBy: TREE,
  },
  {
    name: 'the end of a path is not compared',
    file: 'src/contract/liabilities/verify.ts',
    edits: [['hexOfBytes(node.hash) === hexOfBytes(half.hash)', 'node.hash.length === half.hash.length']],
    caughtBy: VERIFY,
  },
  {
    name: 'a proof of another user is accepted',
    file: 'src/contract/liabilities/verify.ts',
    edits: [['expected.user === undefined || proof.user === expected.user', 'expected.user !== null']],
    caughtBy: VERIFY,
  },
  {
    name: 'a proof of another report is accepted',
    file: 'src/contract/liabilities/verify.ts',
    edits: [['expected === undefined || textOf(report) === textOf(parseReport(expected))', 'expected !== null']],
    caughtBy: VERIFY,
  },
  {
    name: 'held amounts are not owed',
    file: 'src/server/liabilities/copy-balances.ts',
    edits: [['((free[id] ?? ZERO) + (held[id] ?? ZERO)) as Units', '(free[id] ?? ZERO)']],
    caughtBy: REPORTS,
  },
  {
    name: 'a tree with other totals than the ledger is published',
    file: 'src/server/liabilities/make-report.ts',
    edits: [['amount !== sums[coin]', 'amount < 0n']],
    caughtBy: REPORTS,
  },
  {
    name: 'all reports of a user have the same salt',
    file: 'src/server/liabilities/leaf-order.ts',
    edits: [["of('salts')", 'Buffer.alloc(32)']],
    caughtBy: TREE,
  },
  {
    name: 'padding follows the users',
    file: 'src/server/liabilities/leaf-order.ts',
    edits: [['const place = places[part] ?? 0', 'const place = (places[part] ?? 0) >>> 1']],
    caughtBy: TREE,
  },
  {
    name: 'the root does not cover the coins of the report',
    file: 'src/contract/liabilities/encoding.ts',
    edits: [['    ...coins,\n', '']],
    caughtBy: VERIFY,
  },
  {
    name: 'a leaf can be shown as another part',
    file: 'src/contract/liabilities/encoding.ts',
    edits: [['bytes[1 + USER_BYTES] = part', 'bytes[1 + USER_BYTES] = 0 * part']],
    caughtBy: VERIFY,
  },
  {
    name: 'a balance is split into equal parts of all coins',
    file: 'src/server/liabilities/split.ts',
    edits: [['(coin * CUTS + cut) * CUT_BYTES', 'cut * CUT_BYTES']],
    caughtBy: TREE,
  },
  {
    name: 'a live exchange publishes a report of one user',
    file: 'src/server/liabilities/copy-balances.ts',
    edits: [['const MIN_USERS = 20', 'const MIN_USERS = 1']],
    caughtBy: REPORTS,
  },
]
