/** The key of the record, for the recovery file of the operator. */

import { z } from 'zod'
import { isRefused } from '../../contract/refusals.ts'
import { sealForTool } from '../secrets/recovery-file.ts'
import { changing, submitted } from './action.ts'

export const recordActions = {
  /** The journal has who got the key before it leaves the server. */
  'export-record-key': changing(z.strictObject({ publicKey: z.string() }), async (deps, { publicKey }, by) => {
    const journal = await submitted(deps, { type: 'export-record-key', ...by }, (state) => state.journal)
    return isRefused(journal) ? journal : [sealForTool(deps.recordKey, journal, publicKey)]
  }),
}
