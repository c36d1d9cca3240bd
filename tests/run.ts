// `npm test`: types, lint, then every test. The last line is `N passed, N failed`; types and lint count as one each.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sweep } from './fixtures/stop-leftovers.ts'
import { createTestFolder } from './fixtures/test-folder.ts'

type Count = { readonly passed: number; readonly failed: number }
type Report = {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function run(title: string, file: string, args: readonly string[], env = process.env): boolean {
  const started = performance.now()
  print(`\n── ${title}`)
  const { status } = spawnSync(process.execPath, [join(modules, file), ...args], { cwd: root, env, stdio: 'inherit' })
  print(`── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return status === 0
}

const countOne = (passed: boolean): Count => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 })

function runVitest(): Count {
  const folder = createTestFolder()
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const env = { ...process.env, TMPDIR: folder }
  const passed = run('tests', 'vitest/vitest.mjs', ['run', ...reporters], env)
  try {
    return countOf(JSON.parse(readFileSync(file, 'utf8')), passed)
  } catch (error) {
    print(`vitest wrote no report: ${String(error)}`)
    return countOne(false)
  } finally {
    const stopped = sweep(folder)
    if (stopped > 0) print(`stopped ${stopped} databases that tests left running`)
  }
}

/** A file that does not load and an error outside of tests each count as one failed test. */
function countOf(report: Report, passed: boolean): Count {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: failed === 0 && !passed ? 1 : failed }
}

const counts = [
  countOne(run('types', 'typescript/bin/tsc', ['--noEmit'])),
  countOne(run('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
  runVitest(),
]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
print(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
