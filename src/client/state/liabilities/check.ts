/** The check that the balance of the user is in the published report. The proof is verified here, in the browser. */

import { atom, type Getter } from 'jotai'
import { api } from '../../../contract/api.ts'
import { canVerify, type ProofStep, verifyProof } from '../../../contract/liabilities/verify.ts'
import type { LiabilityProofView } from '../../../contract/liabilities/views.ts'
import type { Failure } from '../../connection/request.ts'
import { millisOf } from '../../format/times.ts'
import { liabilitiesText } from '../../text/liabilities.ts'
import { profileAtom } from '../account/profile.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'

/**
 * `absent`: the server says that the report does not contain the account; `isNewer`: it was opened after the report. Without
 * `nextAt` the next one waits for users.
 */
export type Check =
  | { readonly state: 'running'; readonly passed: readonly ProofStep[] }
  | { readonly state: 'included'; readonly passed: readonly ProofStep[]; readonly proof: LiabilityProofView }
  | {
      readonly state: 'invalid'
      readonly passed: readonly ProofStep[]
      readonly failed: ProofStep
      readonly proof: LiabilityProofView
    }
  | { readonly state: 'absent'; readonly isNewer: boolean; readonly nextAt: string | undefined }
  | { readonly state: 'none'; readonly isWithheld: boolean }
  | { readonly state: 'unsupported' }
  | { readonly state: 'failed'; readonly errorText: string }

const START: Check = { state: 'running', passed: [] }

/** Starts when it is shown; writing starts it again. */
export const checkOf = perUser((user) => {
  const source = atom<Check>(START)
  const runs = atom(0)
  const check = atom(
    (get) => get(source),
    async (get, set) => {
      const run = get(runs) + 1
      set(runs, run)
      const show = (next: Check): void => {
        if (get(runs) === run) set(source, next)
      }
      show(START)
      await runCheck(get, user, show)
    },
  )
  check.onMount = (start) => {
    void start()
  }
  return check
})

async function runCheck(get: Getter, user: string, show: (check: Check) => void): Promise<void> {
  if (!canVerify()) return show({ state: 'unsupported' })
  const { http } = get(hostAtom)
  const published = await http(api.liabilities)
  if (!published.ok) return show(failedCheck(published.failure))
  const { report, next_at, is_withheld: isWithheld } = published.value
  const nextAt = isWithheld ? undefined : next_at
  if (report === null) return show({ state: 'none', isWithheld })
  const answer = await http(api.liabilityProof, { pathParams: { seq: report.seq } })
  if (!answer.ok) {
    if (answer.failure.code !== 'NOT_IN_REPORT') return show(failedCheck(answer.failure))
    const createdAt = get(profileAtom)?.created_at
    const isNewer = createdAt !== undefined && millisOf(createdAt) > millisOf(report.at)
    return show({ state: 'absent', isNewer, nextAt })
  }
  const proof = answer.value
  const passed: ProofStep[] = []
  for await (const { step, isPassed } of verifyProof(proof, { user, report })) {
    if (!isPassed) return show({ state: 'invalid', passed: [...passed], failed: step, proof })
    passed.push(step)
    show({ state: 'running', passed: [...passed] })
  }
  show({ state: 'included', passed, proof })
}

const failedCheck = (failure: Failure): Check => ({
  state: 'failed',
  errorText: errorText(failure, liabilitiesText.failedLine),
})
