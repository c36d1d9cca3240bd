/** Equal states have equal hashes, regardless of how they were reached. */

import { type State, stateLines } from '../../engine/exchange.ts'
import { addText, addValue, digest, newHash } from './canonical-hash.ts'

/** Yields to the event loop. */
export type Pause = () => Promise<void>

const LINES_PER_PAUSE = 500

/** The state must not change while this runs. */
export async function stateHash(state: State, pause: Pause = async () => undefined): Promise<Buffer> {
  const hash = newHash()
  let lines = 0
  for (const line of stateLines(state)) {
    addValue(hash, line)
    addText(hash, '\n')
    lines += 1
    if (lines % LINES_PER_PAUSE === 0) await pause()
  }
  return digest(hash)
}
