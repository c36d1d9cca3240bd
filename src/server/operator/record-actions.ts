/** The key of the record, for the recovery file of the operator. */

import { z } from 'zod'
import { sealForTool } from '../secrets/recovery-file.ts'
import { reading } from './action.ts'

export const recordActions = {
  'recovery-key': reading(
    z.strictObject({ publicKey: z.string() }),
    async ({ sequencer, recordKey }, { publicKey }) => {
      const journal = await sequencer.read((state) => state.journal)
      return [sealForTool(recordKey, journal, publicKey)]
    },
  ),
}
