import { expect, test } from 'vitest'
import { scope } from '../../scope.ts'
import { runSeeds } from '../seeds.ts'
import { simulateFunds, TICKS } from './simulate-funds.ts'

const SEEDS = scope.fundsSeeds

test(`Each deposit is credited once and each withdrawal is paid or returned once, whatever the chain answers, in ${SEEDS} seeds`, async () => {
  let seed = 0
  const found: number[] = []
  // Stops after the first violation.
  const nextSeed = (): number | undefined => (seed < SEEDS && found.length === 0 ? ++seed : undefined)
  const onViolation = (each: { readonly seed: number }): void => void found.push(each.seed)
  const { seeds, sums, violations } = await runSeeds('funds', nextSeed, TICKS, onViolation)
  const repeatWith = ({ seed: failed, violation }: (typeof violations)[number]): string =>
    `npm run test:long -- funds --seed ${failed}: ${violation}`
  expect(violations.map(repeatWith)).toEqual([])
  expect(seeds).toBe(SEEDS)
  // The run is meaningful only if every fault occurred often enough.
  const perSeed = (name: string): number => (sums[name] ?? 0) / SEEDS
  for (const name of [
    'blocks replaced',
    'killed between two steps',
    'signer killed',
    'chain: requests lost',
    'withdrawals paid',
  ])
    expect([name, perSeed(name) > 2]).toEqual([name, true])
  for (const name of [
    'chain: answers lost',
    'chain: heads that went back',
    'chain: replaced blocks answered',
    'sent transactions lost',
    'sent transactions delayed',
    'fees raised',
    'database: requests lost',
    'journal: answers lost',
    'replaced while it hung',
    'restores',
    'signer: answers lost',
  ])
    expect([name, perSeed(name) > 0.3]).toEqual([name, true])
  for (const name of [
    'chain: receipts missing',
    'chain: receipts of replaced blocks answered',
    'waiting transactions forgotten',
    'sent transactions rejected',
    'deposits: reported only',
    'deposits: partly arrived',
    'payments reverted',
    'payments found',
    'repeated requests reviewed',
    'charge-payment',
    'killed at signed',
    'killed at stored',
    'killed at sent',
    'killed at final',
    'killed at closed',
  ])
    expect([name, perSeed(name) > 0.02]).toEqual([name, true])
}, 900_000)

test('A simulation of deposits and withdrawals with the same seed has the same steps and results', async () => {
  for (const seed of [7, 8, 9]) expect(await simulateFunds(seed, TICKS)).toEqual(await simulateFunds(seed, TICKS))
}, 600_000)
