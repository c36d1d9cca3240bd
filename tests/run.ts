// `npm test`: types, lint, then every test. The last line is `N passed, N failed`; types and lint count as one each.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sweep } from './sweep.ts'

type Count = { readonly passed: number; readonly failed: number }
type Report = {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function run(title: string, file: string, args: readonly string[], env = process.env): boolean {
  const started = performance.now()
  say(`\n── ${title}`)
  const { status } = spawnSync(process.execPath, [join(modules, file), ...args], { cwd: root, env, stdio: 'inherit' })
  say(`── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return status === 0
}

const one = (passed: boolean): Count => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 })

function runVitest(): Count {
  // Every scratch folder of the tests goes in here, open to the user that PostgreSQL runs as.
  const folder = mkdtempSync(join(tmpdir(), 'tern-tests-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const env = { ...process.env, TMPDIR: folder }
  const passed = run('tests', 'vitest/vitest.mjs', ['run', ...reporters], env)
  try {
    return countOf(JSON.parse(readFileSync(file, 'utf8')), passed)
  } catch (error) {
    say(`vitest left no report: ${String(error)}`)
    return one(false)
  } finally {
    const stopped = sweep(folder)
    if (stopped > 0) say(`${stopped} databases of tests that did not end them were stopped`)
  }
}

/** A file that does not load holds no test, and an error outside every test belongs to none: each counts as failed. */
function countOf(report: Report, passed: boolean): Count {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: failed === 0 && !passed ? 1 : failed }
}

const counts = [
  one(run('types', 'typescript/bin/tsc', ['--noEmit'])),
  one(run('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
  runVitest(),
]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
