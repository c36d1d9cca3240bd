import { expect, test } from 'vitest'
import { scope } from '../../scope.ts'
import { runSeeds } from '../seeds.ts'
import { TON_TICKS } from './simulate-ton.ts'

/** A seed takes a quarter of a second of CPU time: `npm run test:long -- ton` runs more. */
const SEEDS = scope.tonSeeds

test(`On TON, each deposit is credited once and each withdrawal is paid or returned once, whatever the chain and attackers do, in ${SEEDS} seeds`, async () => {
  let seed = 0
  const found: number[] = []
  // Stops after the first violation.
  const nextSeed = (): number | undefined => (seed < SEEDS && found.length === 0 ? ++seed : undefined)
  const onViolation = (each: { readonly seed: number }): void => void found.push(each.seed)
  const { seeds, sums, violations } = await runSeeds('ton', nextSeed, TON_TICKS, onViolation)
  const repeatWith = ({ seed: failed, violation }: (typeof violations)[number]): string =>
    `npm run test:long -- ton --seed ${failed}: ${violation}`
  expect(violations.map(repeatWith)).toEqual([])
  expect(seeds).toBe(SEEDS)
  // The run is meaningful only if every fault occurred often enough.
  const isOften = (name: string, perSeed: number) => [name, (sums[name] ?? 0) / SEEDS > perSeed]
  for (const name of [
    'killed between two steps',
    'signer killed',
    'withdrawals paid',
    'chain: old answers',
    'transfers booked',
  ])
    expect(isOften(name, 1)).toEqual([name, true])
  for (const name of [
    ...['sent messages lost', 'sent messages delayed', 'sent messages not accepted', 'long waits'],
    ...['the chain stood still', 'chain: requests lost', 'attacks: forged answers', 'attacks: answers of true wallets'],
    'replaced while it hung',
    'restores',
    ...['attacks: forged jettons', 'attacks: forged notifications', 'withdrawals returned'],
  ])
    expect(isOften(name, 0.2)).toEqual([name, true])
  // A run of few seeds does not have all of the rare ones.
  if (SEEDS < 60) return
  for (const name of [
    ...['chain: endpoints that fell behind', 'chain: answers lost', 'chain: short pages', 'jettons that came back'],
    ...['database: requests lost', 'journal: answers lost', 'signer: answers lost', 'long waits without blocks'],
    ...['payments found', 'repeated requests reviewed'],
    ...['payments missing', 'chain: false lists', 'killed at signed', 'killed at stored'],
    'killed at sent',
  ])
    expect(isOften(name, 0.005)).toEqual([name, true])
  // Each of the two is in one of 20 seeds.
  expect((sums['killed at final'] ?? 0) + (sums['killed at closed'] ?? 0)).toBeGreaterThan(0)
}, 900_000)

test('A simulation on TON with the same seed has the same steps and results', async () => {
  // In other processes: a server that is killed there rejects a promise that nobody handles, as a real one does.
  const run = () => {
    const seeds = [7, 8]
    return runSeeds('ton', () => seeds.shift(), TON_TICKS)
  }
  const results = await run()
  expect([results.violations, results.traces[7], results.traces[8]]).toEqual([
    [],
    expect.any(Number),
    expect.any(Number),
  ])
  expect(await run()).toEqual(results)
}, 600_000)
