/** TON: simulated chains with faults, kills of the real server at every step of a payment, random comments, changed proofs. */

import type { Units } from '../../src/contract/money.ts'
import type { PaymentStep } from '../../src/server/custody/base/payment-step.ts'
import { random } from '../../src/server/play/random.ts'
import { killAtSteps } from '../fixtures/killed-payments.ts'
import { misreadComments } from '../fixtures/memo-comments.ts'
import { type Owner, treeOf, userNumber } from '../fixtures/sum-tree.ts'
import { acceptedChanges } from '../fixtures/tampered-proofs.ts'
import { TON_TICKS } from '../simulation/ton/simulate-ton.ts'
import { simulateSeeds } from './simulation.ts'
import { randomSeed, type Suite } from './suite.ts'

const STEPS: readonly PaymentStep[] = [
  'before_assign',
  'assigned',
  'signed',
  'stored',
  'sent',
  'noted',
  'final',
  'closed',
]
const COMMENTS = 100_000
const PROOFS = 5_000

export const ton: Suite = {
  about: `simulated TON chains with faults for --minutes, kills of the server at ${STEPS.length} steps, comments, proofs; --seed repeats one run`,
  async run(options, report) {
    const simulated = await simulateSeeds('ton', TON_TICKS, options, report)
    if (options.seed !== undefined) return simulated
    const seed = randomSeed()
    const owners: readonly Owner[] = Array.from({ length: 300 }, (_, number) => ({
      user: userNumber(number),
      amounts: [BigInt(number * 1_000_000_007), BigInt(number % 7), 0n] as readonly bigint[] as readonly Units[],
    }))
    const found = [
      ...(await killAtSteps(STEPS, 'ton')),
      ...misreadComments(random(seed), COMMENTS),
      ...(await acceptedChanges(await treeOf(owners), owners, { from: seed, count: PROOFS })),
    ]
    for (const each of found) report(each)
    const counts = [
      ['kills of the server', STEPS.length],
      ['comments', COMMENTS],
      ['changed proofs', PROOFS],
    ] as const
    return { rows: [...simulated.rows, ...counts], violations: [...simulated.violations, ...found] }
  },
}
