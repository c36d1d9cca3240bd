/** The proof of liabilities: public reports, and the proof of each user. */

import { isRefused, refuse } from '../../../contract/refusals.ts'
import { hasEnoughUsers } from '../../liabilities/copy-balances.ts'
import type { ReportDeps } from '../../liabilities/make-report.ts'
import { type AddressesDeps, addressesFile } from '../../liabilities/own-addresses-file.ts'
import { proofOf } from '../../liabilities/proofs.ts'
import { nextReportAt, reportDay } from '../../liabilities/report-job.ts'
import { newestReports } from '../../liabilities/report-rows.ts'
import type { Clock } from '../../runtime/clock.ts'
import { liabilitiesView, proofView } from '../../wire/liabilities.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, servePublic, serveSignedIn } from '../serve.ts'

type Deps = ReportDeps & AddressesDeps & { readonly clock: Clock }

const REPORTS_SHOWN = 30
const FILE_NAME = 'addresses.csv'

export function serveLiabilities(context: RouteContext, deps: Deps, { reads, signIn }: RateLimits): void {
  const { mode, sequencer, database, reportKey } = deps
  const hasAddresses = mode === 'live'
  servePublic(context, 'liabilities', reads, async () => {
    const [newest, ...earlier] = (await newestReports(database.pool, reportKey)).slice(0, REPORTS_SHOWN)
    const now = deps.clock.now()
    const isDue = mode === 'live' && newest?.day !== reportDay(now)
    const isWithheld = isDue && !(await sequencer.read((state) => hasEnoughUsers(state, mode)))
    return liabilitiesView({ newest, earlier, nextAt: nextReportAt(now), hasAddresses, isWithheld })
  })
  // The stricter limit, because the file has the addresses of all users.
  servePublic(context, 'liabilityAddresses', signIn, async () => {
    if (!hasAddresses) return refuse('ADDRESSES_NOT_PUBLISHED')
    return { file_name: FILE_NAME, csv: await addressesFile(deps) }
  })
  serveSignedIn(context, 'liabilityProof', reads, async ({ user }, { params: { seq = '' } }) => {
    const proof = await proofOf(deps, user, /^[1-9]\d{0,14}$/.test(seq) ? Number(seq) : 0)
    return isRefused(proof) ? proof : proofView(proof)
  })
}
