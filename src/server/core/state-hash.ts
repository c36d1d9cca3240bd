/** Equal states have equal hashes, whatever way they were reached. */

import { createHash } from 'node:crypto'
import type { State } from '../../engine/state.ts'
import { stateText } from '../../engine/state-text.ts'

/** A moment in which others may go on. */
export type Breath = () => Promise<void>

const AT_ONCE = 64 * 1024

/** The state must not change meanwhile, unless nobody breathes. */
export async function stateHash(state: State, breath: Breath = async () => undefined): Promise<Buffer> {
  const hash = createHash('sha256')
  let text = ''
  for (const line of stateText(state)) {
    text += `${line}\n`
    if (text.length < AT_ONCE) continue
    hash.update(text)
    text = ''
    await breath()
  }
  return hash.update(text).digest()
}
