/** Kills of server and database under load; `npm run test:long -- kills` runs more of them. */

import { expect, test } from 'vitest'
import { kills } from '../long/kills.ts'
import { scope } from '../scope.ts'

const ROUNDS = scope.kills
const MINUTES = 15

test(
  `No order is lost, duplicated or changed after ${ROUNDS} kills of server and database under load`,
  async () => {
    const { rows, violations } = await kills.run({ minutes: MINUTES, rounds: ROUNDS, seed: undefined }, () => undefined)
    expect(violations).toEqual([])
    const count = Object.fromEntries(rows)
    expect(count['orders accepted']).toBeGreaterThan(100)
    expect(count['unanswered orders that were repeated']).toBeGreaterThan(ROUNDS)
  },
  MINUTES * 60_000,
)
