import { setTimeout as sleep } from 'node:timers/promises'
import type { Seq } from '../../contract/ids.ts'
import { JournalLocked } from '../runtime/errors.ts'
import type { Sequencer } from './sequencer.ts'

const TIMEOUT_MILLIS = 5_000
const RETRY_MILLIS = 250

/** Waits for the journal's lock: the previous process may still be stopping. */
export async function startWithRetry(sequencer: Sequencer, lastDelivered: Seq): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MILLIS
  for (;;) {
    try {
      return await sequencer.start(lastDelivered)
    } catch (error) {
      if (!(error instanceof JournalLocked) || performance.now() > deadline) throw error
      await sleep(RETRY_MILLIS)
    }
  }
}
