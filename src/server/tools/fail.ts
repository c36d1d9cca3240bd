/** What a tool prints when it fails: a sentence for its operator, without a stack. */

const OF_FILES: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'does not exist'],
  ['EEXIST', 'exists already, and was not changed: name a new file'],
  ['EACCES', 'cannot be used by your system user: run this as the user that runs the server'],
  ['EISDIR', 'is a folder: name a file'],
  ['ENOTDIR', 'is below a file'],
])

const NO_SPACE = 'the disk is full'

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return NO_SPACE
  const problem = OF_FILES.get(code)
  return problem === undefined || path === undefined ? message : `${path} ${problem}`
}

/** Prints why, and the exit code will be 1. */
export function fail(error: unknown): void {
  process.stderr.write(`${textOf(error)}\n`)
  process.exitCode = 1
}
