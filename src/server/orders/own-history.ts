/** A look at the past waits until what its user did last is in it. */

import type { UserId } from '../../contract/ids.ts'
import { type Sequencer, Unavailable } from '../core/sequencer.ts'
import type { Projector } from '../projections/projector.ts'

export type History = { readonly sequencer: Sequencer; readonly projector: Pick<Projector, 'caughtUp'> }

const WAIT_MILLIS = 2_000

export async function historyIsThere({ sequencer, projector }: History, user: UserId): Promise<void> {
  const seq = await sequencer.read((state) => state.accounts.get(user)?.lastSeq ?? 0)
  if (!(await projector.caughtUp(seq, WAIT_MILLIS))) throw new Unavailable('the history is behind')
}
