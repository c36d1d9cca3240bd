/** The memo of a transfer: it is sent as it was written, or refused, because a changed one could belong to another user. */

import { isBlank, isPlain } from '../visible-text.ts'

const MAX_MEMO_BYTES = 120

/** At most 120 bytes of UTF-8 in the normal form NFC, plain and with something to see. */
export const isMemoText = (memo: string): boolean =>
  new TextEncoder().encode(memo).length <= MAX_MEMO_BYTES &&
  isPlain(memo) &&
  !isBlank(memo) &&
  memo === memo.normalize('NFC')

/** For users. */
export const MEMO_RULE = `A memo has at most ${MAX_MEMO_BYTES} bytes, something to see, and no line breaks or special characters.`
