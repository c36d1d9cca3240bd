/** The links that undo an addition. Their tokens are signed, so that no table contains them. */

import { timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../contract/ids.ts'
import { type Queryable, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { hmacOf, isSameHash, keyedHash } from '../runtime/keyed-hash.ts'

type Undo = Tables['credential_undos']

export type UndoLinks = {
  /** Binds the row of an addition: its link removes nothing else, and is sent to its owner only. */
  macOf(undo: Omit<Undo, 'mac' | 'used_at'>): Buffer
  /** The addition with this id; undefined if there is none, or this server did not write it. */
  find(db: Queryable, id: string): Promise<Undo | undefined>
  linkOf(undo: string): string
  /** That it was undone, for the email about it: only the transaction that undoes an addition makes one. */
  undoneProof(undo: string, email: string): Buffer
  /** The id of the undo; undefined for a token of another origin. */
  read(token: string): string | undefined
}

const UNDO_PATH = '/undo'
const BOUND = [
  'id',
  'user_id',
  'change',
  'device',
  'ip_masked',
  'former_email',
  'former_email_confirmed',
  'at',
  'expires_at',
  'notified_email',
  'notified_chat',
] as const

/** `origin` is the address of the exchange. */
export function openUndoLinks(key: Uint8Array, origin: string): UndoLinks {
  const sign = (undo: string): Buffer => hmacOf(key, undo)
  const macOf: UndoLinks['macOf'] = (undo) =>
    keyedHash(
      key,
      'addition',
      BOUND.map((name) => undo[name]),
    )
  return {
    macOf,
    async find(db, id) {
      const undo = await queryOne<Undo>(db, 'select * from credential_undos where id = $1', [id])
      // A database can answer with the row of another addition.
      return undo !== undefined && undo.id === id && isSameHash(undo.mac, macOf(undo)) ? undo : undefined
    },
    linkOf: (undo) => `${origin}${UNDO_PATH}#token=${undo}.${sign(undo).toString('base64url')}`,
    undoneProof: (undo, email) => keyedHash(key, 'undone', [undo, email]),
    read(token) {
      const [undo = '', mac = ''] = token.split('.')
      if (!isUuid(undo)) return undefined
      const [expected, sent] = [sign(undo), Buffer.from(mac, 'base64url')]
      const isAuthentic = sent.length === expected.length && timingSafeEqual(sent, expected)
      return isAuthentic && token === `${undo}.${mac}` ? undo : undefined
    },
  }
}
