/** Requests that are sent again while the network or the server is away for a moment. */

import { backoffMillis } from './backoff.ts'
import type { Answer } from './request.ts'

const MOST_REPEATS = 3
/** A server that needs longer to fail hangs: a repeat would be as long. */
const QUICK_MILLIS = 5_000

/** Up to three repeats of quick failures, after growing waits, while the answer is wanted. A refusal is final. */
export async function askAgain<Reply>(
  ask: () => Promise<Answer<Reply>>,
  isWanted: () => boolean,
): Promise<Answer<Reply>> {
  for (let repeats = 0; ; repeats++) {
    const askedAt = performance.now()
    const answer = await ask()
    const isQuick = performance.now() - askedAt < QUICK_MILLIS
    const isFinal = answer.ok || answer.failure.kind === 'refused' || !isQuick || repeats === MOST_REPEATS
    if (isFinal || !isWanted()) return answer
    await new Promise((resolve) => setTimeout(resolve, backoffMillis(repeats)))
    if (!isWanted()) return answer
  }
}
