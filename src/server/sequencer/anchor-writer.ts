/** Notes in the file of the anchor what was answered. */

import type { Millis } from '../../contract/ids.ts'
import { replaceFile } from '../../files/durable-file.ts'
import { anchorLine } from './anchor-file.ts'
import type { Sequencer } from './sequencer.ts'

export type AnchorWriter = ReturnType<typeof anchorWriter>

const WRITE_MILLIS: Millis = 100

/** `journal`: its id. */
export function anchorWriter(file: string, key: Buffer, sequencer: Pick<Sequencer, 'answered'>, journal: string) {
  let line: string | undefined
  let failure: string | undefined
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /** Only if something was answered since. */
  async function writeOnce(): Promise<void> {
    const { answered } = sequencer
    if (answered === undefined || answered.batch === 0) return
    const { batch, hash } = answered
    const next = anchorLine(key, { journal, batch, hash: hash.toString('hex') })
    if (next === line) return
    try {
      await replaceFile(file, next)
      line = next
      failure = undefined
    } catch (error) {
      failure = `it cannot be written (${(error as NodeJS.ErrnoException).code})`
    }
  }

  const write = (): Promise<void> => {
    writing ??= writeOnce().finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    write,
    get line() {
      return line
    },
    get failure() {
      return failure
    },
    start() {
      timer = setInterval(write, WRITE_MILLIS).unref()
    },
    async stop() {
      clearInterval(timer)
      await writing
      await write()
    },
  }
}
