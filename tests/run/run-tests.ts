/** One run of the tests: every file once, and those that failed once more, alone. */

import { filesToRepeat, passedOnlyAlone, resultThatCounts } from './repeat.ts'
import type { Failure, FileResult } from './report.ts'
import { runVitest, type VitestOptions, type VitestRun } from './vitest-run.ts'

const REPEAT_MINUTES = 10

export type RunOptions = VitestOptions & {
  /** Runs no file again. */
  readonly strict: boolean
}

export type Outcome = {
  readonly passed: number
  /** Failed tests, files that do not load, failed hooks, and what makes the run untrustworthy. */
  readonly failures: readonly Failure[]
  /** What passed only when its file was run alone. */
  readonly repeated: readonly Failure[]
  readonly files: readonly FileResult[]
}

export async function runTests({ strict, ...options }: RunOptions): Promise<Outcome> {
  const { report, problems } = await timed('tests', options)
  const again = await repeat(strict || problems.length > 0 ? [] : filesToRepeat(report.files), options)
  const counted = report.files.map((file) => resultThatCounts(file, again.get(file.path)))
  return {
    passed: counted.reduce((sum, { passed }) => sum + passed, 0),
    failures: [
      ...problems.map((message): Failure => ({ title: 'the run', message })),
      ...counted.filter(({ isOk, tests }) => !isOk && tests > 0).flatMap(({ failures }) => failures),
    ],
    repeated: report.files.flatMap((file, index) => passedOnlyAlone(file, counted[index] ?? file)),
    files: report.files,
  }
}

/** Runs each file alone; those for which there was no time, or whose run was broken, are missing. */
async function repeat(files: readonly FileResult[], options: VitestOptions): Promise<ReadonlyMap<string, FileResult>> {
  const stop = AbortSignal.any([options.stop, AbortSignal.timeout(REPEAT_MINUTES * 60_000)])
  const results = new Map<string, FileResult>()
  for (const { path, project } of files) {
    if (stop.aborted) break
    const args = [...options.args, '--maxWorkers=1', `--project=${project}`, path]
    const { report, problems } = await timed(`${path} alone`, { ...options, args, stop })
    const result = report.files.find((each) => each.path === path)
    if (result !== undefined && problems.length === 0) results.set(path, result)
  }
  return results
}

async function timed(title: string, options: VitestOptions): Promise<VitestRun> {
  const print = (line: string): boolean => options.isSilent || process.stdout.write(`${line}\n`)
  const started = performance.now()
  print(`\n── ${title}`)
  const result = await runVitest(options)
  const isOk = result.problems.length === 0 && result.report.files.every((file) => file.isOk)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  for (const line of result.crashes) print(`a process crashed: ${line}`)
  print(`── ${title}: ${isOk ? 'passed' : 'FAILED'} in ${seconds} s`)
  return result
}
