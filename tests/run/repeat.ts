/** Which files of a run are run once more, alone, and what counts afterwards. */

import type { Failure, FileResult } from './report.ts'

const MOST_FILES = 5
/** These have no clock, or the failure is the finding. */
const NEVER = [
  /^tests\/(engine|contract|golden|simulation|mutants|tidy|long)\//,
  /(^|[/-])kill\.test\.ts$/,
  /oracle/,
  /^tests\/server\/(stop-under-load|sequencer\/database-faults-under-load)\.test\.ts$/,
]

/** The failed files if each of them may be repeated, otherwise none. */
export function filesToRepeat(files: readonly FileResult[]): readonly FileResult[] {
  const failed = files.filter(({ isOk }) => !isOk)
  return failed.length <= MOST_FILES && failed.every(mayRepeat) ? failed : []
}

const mayRepeat = ({ path, failures }: FileResult): boolean =>
  !NEVER.some((each) => each.test(path)) && !failures.some(({ message }) => /violation/i.test(message))

/** The result that counts: that of the repetition, unless it had fewer tests. */
export const resultThatCounts = (first: FileResult, again: FileResult | undefined): FileResult =>
  again === undefined || again.tests < first.tests ? first : again

/** What failed only at first. A file whose hooks failed has no failed test, but a failure with its path. */
export const passedOnlyAlone = (first: FileResult, counted: FileResult): readonly Failure[] =>
  counted.isOk ? first.failures : []
