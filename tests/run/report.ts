/** What one run of Vitest leaves: `reporter.ts` writes it, the runner reads it. */

export type Failure = { readonly title: string; readonly message: string }

export type FileResult = {
  /** Relative to the root of the repository. */
  readonly path: string
  readonly project: string
  /** Also false if the file does not load or a hook failed. */
  readonly isOk: boolean
  readonly tests: number
  readonly passed: number
  /** Tests without a result, unless the process of the file was ended by a signal. */
  readonly unfinished: number
  readonly failures: readonly Failure[]
  /** Loading, hooks and tests. */
  readonly seconds: number
}

export type Report = {
  readonly files: readonly FileResult[]
  /** Files that were collected and did not end. */
  readonly missing: readonly string[]
  /** Errors outside of tests, such as a worker that ended with an exit code. */
  readonly errors: readonly string[]
}

/** Also true if the file does not load. */
const hasNoTest = ({ tests }: FileResult): boolean => tests === 0

/** Why the run as a whole cannot be trusted; such a run fails, whatever its tests say. */
export function problemsOf(report: Report | undefined, code: number | null): readonly string[] {
  if (report === undefined) return [`Vitest wrote no report and ended with ${code}`]
  const problems = [
    ...report.errors.map((error) => `an error outside of tests: ${error}`),
    ...report.missing.map((path) => `${path} did not end`),
    ...report.files.filter(hasNoTest).map(({ path, failures }) => `${path} has no test: ${failures[0]?.message ?? ''}`),
    ...report.files.filter(({ unfinished }) => unfinished > 0).map(({ path }) => `${path} has tests without a result`),
  ]
  const isExplained = problems.length > 0 || report.files.some(({ isOk }) => !isOk)
  return code === 0 || isExplained ? problems : [`Vitest ended with ${code} after every test passed`]
}
