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
    name: 'the root of a proof is not compared',
    file: 'src/contract/liabilities/verify.ts',
    edits: [['const isRoot = hexOfBytes(root.hash) === proof.report.root', 'const isRoot = root.hash.length > 0']],
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
    edits: [['secret(Buffer.concat([eightBytes(seq), id]))', 'Buffer.concat([id, id])']],
    caughtBy: TREE,
  },
  {
    name: 'padding follows the users',
    file: 'src/server/liabilities/leaf-order.ts',
    edits: [
      [
        'const place = placeOf(secret, id)',
        'const place = Buffer.alloc(PLACE_BYTES); place.writeUInt32BE(index * 2 ** (32 - height))',
      ],
    ],
    caughtBy: TREE,
  },
]
