/**
 * Mutants test the tests: each is a small wrong change of one file, with the tests that must detect it. An edit whose
 * text is not found exactly once is an error, so that this table stays up to date.
 */

import { accountMutants } from './account-mutants.ts'
import { coreMutants } from './core-mutants.ts'
import { earnMutants } from './earn-mutants.ts'
import { engineMutants } from './engine-mutants.ts'
import { fundsMutants } from './funds-mutants.ts'
import { liabilityMutants } from './liability-mutants.ts'
import { loginMethodMutants } from './login-method-mutants.ts'
import { notificationMutants } from './notification-mutants.ts'
import { recordMutants } from './record-mutants.ts'
import { rewardMutants } from './reward-mutants.ts'
import { securityMutants } from './security-mutants.ts'
import { serverMutants } from './server-mutants.ts'
import { signerMutants } from './signer-mutants.ts'
import { tonMutants } from './ton-mutants.ts'
import { tonSimulationMutants } from './ton-simulation-mutants.ts'
import { verificationMutants } from './verification-mutants.ts'

export type Edit = readonly [find: string, replace: string]
export type Mutant = {
  readonly name: string
  readonly file: string
  readonly edits: readonly Edit[]
  /** Test files below `tests`, most likely first. */
  readonly caughtBy: readonly string[]
}

export const mutants: readonly Mutant[] = [
  ...engineMutants,
  ...coreMutants,
  ...serverMutants,
  ...securityMutants,
  ...loginMethodMutants,
  ...accountMutants,
  ...earnMutants,
  ...recordMutants,
  ...rewardMutants,
  ...fundsMutants,
  ...liabilityMutants,
  ...notificationMutants,
  ...verificationMutants,
  ...signerMutants,
  ...tonMutants,
  ...tonSimulationMutants,
]

/** Returns the text of the file with the mutant applied. Throws if an edit does not match exactly once. */
export function applyMutant(text: string, { name, file, edits }: Mutant): string {
  return edits.reduce((before, [find, replace]) => {
    const count = before.split(find).length - 1
    if (count !== 1) throw new Error(`mutant "${name}" does not apply: ${file} has its text ${count} times: ${find}`)
    return before.replace(find, () => replace)
  }, text)
}
