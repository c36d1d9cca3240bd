/** Delays a read of the history until it contains the user's own last command. */

import type { UserId } from '../../contract/ids.ts'
import { lastSeqOf } from '../../engine/exchange.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import type { Projector } from './projector.ts'

export type ReadYourWritesDeps = {
  readonly sequencer: Sequencer
  readonly projector: Pick<Projector, 'waitFor'>
  readonly waitMillis?: number
}

const TIMEOUT_MILLIS = 2_000

export async function waitForOwnWrites(deps: ReadYourWritesDeps, user: UserId): Promise<void> {
  const { sequencer, projector, waitMillis = TIMEOUT_MILLIS } = deps
  const seq = await sequencer.read((state) => lastSeqOf(state, user))
  if (!(await projector.waitFor(seq, waitMillis))) throw new Unavailable('the history lags behind')
}
