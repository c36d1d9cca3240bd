/** Equal states have equal hashes, whatever way they were reached. */

import type { State } from '../../engine/state.ts'
import { stateLines } from '../../engine/state-text.ts'
import { addText, addValue, digest, newHash } from './canonical-hash.ts'

/** A moment in which others may go on. */
export type Breath = () => Promise<void>

const LINES_AT_ONCE = 500

/** The state must not change meanwhile, unless nobody breathes. */
export async function stateHash(state: State, breath: Breath = async () => undefined): Promise<Buffer> {
  const hash = newHash()
  let lines = 0
  for (const line of stateLines(state)) {
    addValue(hash, line)
    addText(hash, '\n')
    lines += 1
    if (lines % LINES_AT_ONCE === 0) await breath()
  }
  return digest(hash)
}
