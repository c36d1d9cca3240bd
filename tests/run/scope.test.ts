/** Every file of `tests/` runs in exactly one way: with `npm test`, only with `npm run test:all`, or as a part of another program. */

import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, isCode, readSource, root } from '../tidy/source.ts'

/** Programs of their own: npm scripts, workers, and what a test starts as a process. */
const PROGRAMS = [
  'tests/bench/bench.ts',
  'tests/bench/engine-worker.ts',
  'tests/e2e/screenshots/device.ts',
  'tests/e2e/screenshots/fixed-random.ts',
  'tests/e2e/screenshots/run.ts',
  'tests/fixtures/browser/unpack-chromium.ts',
  'tests/fixtures/clock-ahead.mjs',
  'tests/fixtures/global-setup.ts',
  'tests/fixtures/killable-server.ts',
  'tests/pictures/draw.ts',
  'tests/fixtures/killed-with-postgres.ts',
  'tests/golden/record-database.ts',
  'tests/golden/record.ts',
  'tests/long/jumping-clock.ts',
  'tests/long/run.ts',
  'tests/mutants/run.ts',
  'tests/run.ts',
  'tests/run/reporter.ts',
  'tests/simulation/seed-worker.ts',
  'tests/simulation/funds/seed-worker.ts',
  'tests/simulation/ton/seed-worker.ts',
]

type Collected = { readonly file: string; readonly projectName: string }

function collect(scope: string | undefined): readonly Collected[] {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', '--json']
  const env = { ...process.env, TEST_SCOPE: scope }
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  return JSON.parse(stdout)
}

const pathsOf = (collected: readonly Collected[]): readonly string[] =>
  collected.map(({ file }) => relative(root, file))
const collectedOfAll = collect(undefined)
const all = pathsOf(collectedOfAll)

/** The files that these import, directly or not, and these themselves. */
function reachedFrom(entries: readonly string[]): ReadonlySet<string> {
  const imports = new Map(
    filesUnder('tests')
      .filter(isCode)
      .map((path) => [path, readSource(path).imports]),
  )
  const reached = new Set(entries)
  for (const each of reached) for (const { path } of imports.get(each) ?? []) if (path !== undefined) reached.add(path)
  return reached
}

test('Every test file is in the short scope or only in that of test:all, and every other file of tests/ is used', () => {
  const short = pathsOf(collect('short'))
  expect(short.filter((path) => !all.includes(path))).toEqual([])
  expect(short.length).toBeLessThan(all.length)
  expect(PROGRAMS.filter((path) => all.includes(path))).toEqual([])
  const reached = reachedFrom([...all, ...PROGRAMS])
  const unused = filesUnder('tests').filter((path) => isCode(path) && !path.endsWith('.d.ts') && !reached.has(path))
  expect(unused).toEqual([])
})

test('The files that replace modules are those that share none with other files', () => {
  const isReplacing = (path: string): boolean => readSource(path).text.includes('vi.mock(')
  const replacing = filesUnder('tests').filter((path) => path.endsWith('.test.ts') && isReplacing(path))
  const isolated = pathsOf(collectedOfAll.filter(({ projectName }) => projectName === 'isolated'))
  expect(replacing.filter((path) => path !== 'tests/run/scope.test.ts')).toEqual(isolated.toSorted())
})
