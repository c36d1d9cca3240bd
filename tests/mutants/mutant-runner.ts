/** Applies mutants to a copy of the source tree, one at a time, and runs the tests that must detect them. */

import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sweep } from '../fixtures/stop-leftovers.ts'
import type { ScopeName } from '../scope.ts'
import { applyMutant, type Mutant } from './mutants.ts'

export type Verdict = {
  readonly name: string
  /** The first test file that failed, or why none did. */
  readonly end: { readonly type: 'caught'; readonly by: string } | { readonly type: 'survived' | 'out of time' }
  readonly seconds: number
}

export type MutantRunner = {
  runMutant(mutant: Mutant): Promise<Verdict>
  /** Runs the tests without a mutant: they must pass. */
  runUnchanged(files: readonly string[]): Promise<Verdict>
  end(): void
}

const ROOT = join(import.meta.dirname, '..', '..')
const COPIED = ['src', 'tests', 'package.json', 'vite.config.ts', 'tsconfig.json', 'index.html']
const TIMEOUT_MILLIS = 120_000

export function startMutantRunner(): MutantRunner {
  const folder = mkdtempSync(join(tmpdir(), 'tern-mutants-'))
  const tree = join(folder, 'tree')
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch)
  for (const name of COPIED) cpSync(join(ROOT, name), join(tree, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  // Under root, PostgreSQL runs as another user.
  for (const each of [folder, scratch]) chmodSync(each, 0o755)

  async function runTests(name: string, files: readonly string[]): Promise<Verdict> {
    const started = performance.now()
    const end = await firstFailure(tree, scratch, files)
    return { name, end, seconds: (performance.now() - started) / 1_000 }
  }

  return {
    async runMutant(mutant) {
      const path = join(tree, mutant.file)
      const original = readFileSync(path, 'utf8')
      writeFileSync(path, applyMutant(original, mutant))
      try {
        return await runTests(mutant.name, mutant.caughtBy)
      } finally {
        writeFileSync(path, original)
      }
    },
    runUnchanged: (files) => runTests('none', files),
    end: () => void sweep(folder),
  }
}

async function firstFailure(tree: string, scratch: string, files: readonly string[]): Promise<Verdict['end']> {
  const report = join(scratch, 'report.json')
  writeFileSync(report, '')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--testTimeout=20000', '--reporter=json']
  const paths = files.map((file) => `tests/${file}`)
  const child = spawn(process.execPath, [...args, `--outputFile.json=${report}`, ...paths], {
    cwd: tree,
    env: { ...process.env, TMPDIR: scratch, TEST_SCOPE: 'mutants' satisfies ScopeName },
    stdio: 'ignore',
    detached: true,
  })
  const code = await Promise.race([
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
    new Promise<'late'>((resolve) => setTimeout(resolve, TIMEOUT_MILLIS, 'late').unref()),
  ])
  if (code === 'late') {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    return { type: 'out of time' }
  }
  return code === 0
    ? { type: 'survived' }
    : { type: 'caught', by: failedFile(report) ?? `${files[0]}, by its exit code` }
}

type Report = { readonly testResults: readonly { readonly name: string; readonly status: string }[] }

function failedFile(report: string): string | undefined {
  const text = readFileSync(report, 'utf8')
  if (text === '') return undefined
  const { testResults } = JSON.parse(text) as Report
  const failed = testResults.find(({ status }) => status === 'failed')?.name
  return failed?.slice(failed.lastIndexOf('/tests/') + 1)
}
