/**
 * The links in security emails that freeze an account. Their tokens are signed, so that no table contains them; they can be
 * used again until they expire, and do nothing else.
 */

import { timingSafeEqual } from 'node:crypto'
import { isUuid, type Millis, type UserId } from '../../contract/ids.ts'
import { pages } from '../../contract/pages.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Clock } from '../runtime/clock.ts'
import { hmacOf } from '../runtime/keyed-hash.ts'

export type FreezeLinks = {
  /** Valid for seven days from now. */
  linkOf(user: UserId): string
  /** The account that the token freezes; refused if the token is of another origin or has expired. */
  read(token: string): UserId | Refusal
}

const VALID_MILLIS: Millis = 7 * 24 * 60 * 60 * 1_000

/** `origin` is the address of the exchange. */
export function openFreezeLinks(key: Uint8Array, origin: string, clock: Clock): FreezeLinks {
  const sign = (content: string): string => hmacOf(key, content).toString('base64url')
  return {
    linkOf(user) {
      const content = `${user}.${clock.now() + VALID_MILLIS}`
      return `${origin}${pages.freeze}#token=${content}.${sign(content)}`
    },
    read(token) {
      const [user = '', expiry = '', mac = ''] = token.split('.')
      const [expected, sent] = [Buffer.from(sign(`${user}.${expiry}`)), Buffer.from(mac)]
      const isAuthentic = sent.length === expected.length && timingSafeEqual(sent, expected)
      if (!isAuthentic || !isUuid(user) || token !== `${user}.${expiry}.${mac}`) return refuse('FREEZE_LINK_INVALID')
      return clock.now() < Number(expiry) ? (user as UserId) : refuse('FREEZE_LINK_EXPIRED')
    },
  }
}
