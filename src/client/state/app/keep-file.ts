/** Gives the user a text as a file, or as the content of the clipboard where the host cannot save files. */

import { atom } from 'jotai'
import { saveFile } from '../../platform/save-file.ts'
import { hostAtom, notifyAtom } from './host.ts'

export type TextFile = {
  readonly name: string
  readonly content: string
  /** The media type. */
  readonly type: string
  readonly texts: {
    readonly saved: string
    readonly copied: string
    /** Why it was copied. */
    readonly copiedLine: string
    readonly failed: string
  }
  /** What the file does not contain. */
  readonly part?: string | undefined
}

/** A copy is allowed only directly after a tap: nothing may be awaited in between. */
export const keepFileAtom = atom(null, async (get, set, file: TextFile): Promise<void> => {
  const { platform } = get(hostAtom)
  const { name, content, type, texts, part } = file
  if (platform.savesFiles) {
    saveFile(name, content, type)
    return set(notifyAtom, { kind: 'success', title: texts.saved, ...(part !== undefined && { detail: part }) })
  }
  // Only a file needs the byte order mark.
  const isCopied = await platform.copy(content.replace(/^\ufeff/, ''))
  if (!isCopied) return set(notifyAtom, { kind: 'error', title: texts.failed })
  const detail = part === undefined ? texts.copiedLine : `${part} ${texts.copiedLine}`
  set(notifyAtom, { kind: 'success', title: texts.copied, detail })
})
