/** Continues a journal whose newest commands are lost, after a restore or a loss that an operator accepted. */

import { randomInt } from 'node:crypto'
import type { Seq } from '../../contract/ids.ts'
import type { Sequencer } from './sequencer.ts'

/** Random, so that two restores of one backup do not use the same numbers. */
const MIN_GAP = 1_000_000_000
const MAX_GAP = 50_000_000_000

/** Returns the number of the next command. All networks are paused with this reason. */
export const beginEpoch = (sequencer: Pick<Sequencer, 'submit'>, reason: string): Promise<Seq> =>
  sequencer.submit({ type: 'begin-epoch', gap: randomInt(MIN_GAP, MAX_GAP), reason }, ({ seq }) => seq + 1)
