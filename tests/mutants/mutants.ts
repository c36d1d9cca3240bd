/**
 * Bugs that were planted to test the tests: each is a small wrong change of one file, and the tests that must see it.
 * A text that is no longer found exactly once is an error, so that this table cannot rot.
 */

import { engineMutants } from './engine-mutants.ts'
import { locksMutants } from './locks-mutants.ts'
import { serverMutants } from './server-mutants.ts'
import { waysMutants } from './ways-mutants.ts'

export type Edit = readonly [find: string, replace: string]
export type Mutant = {
  readonly name: string
  readonly file: string
  readonly edits: readonly Edit[]
  /** Files below `tests`, likeliest first. */
  readonly caughtBy: readonly string[]
}

export const mutants: readonly Mutant[] = [...engineMutants, ...serverMutants, ...locksMutants, ...waysMutants]

/** The file's text with the bug in it. */
export function planted(text: string, { name, file, edits }: Mutant): string {
  return edits.reduce((before, [find, replace]) => {
    const places = before.split(find).length - 1
    if (places !== 1) throw new Error(`"${name}" is not to be planted: ${file} has its text ${places} times: ${find}`)
    return before.replace(find, () => replace)
  }, text)
}
