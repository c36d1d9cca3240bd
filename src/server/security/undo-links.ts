/** The links that undo an addition. Their tokens are signed, so that no table contains them. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../contract/ids.ts'

export type UndoLinks = {
  linkOf(undo: string): string
  /** The id of the undo; undefined for a token of another origin. */
  read(token: string): string | undefined
}

const UNDO_PATH = '/undo'

/** `origin` is the address of the exchange. */
export function openUndoLinks(key: Uint8Array, origin: string): UndoLinks {
  const sign = (undo: string): Buffer => createHmac('sha256', key).update(undo).digest()
  return {
    linkOf: (undo) => `${origin}${UNDO_PATH}#token=${undo}.${sign(undo).toString('base64url')}`,
    read(token) {
      const [undo = '', mac = ''] = token.split('.')
      if (!isUuid(undo)) return undefined
      const [expected, sent] = [sign(undo), Buffer.from(mac, 'base64url')]
      const isOwn = sent.length === expected.length && timingSafeEqual(sent, expected)
      return isOwn && token === `${undo}.${mac}` ? undo : undefined
    },
  }
}
