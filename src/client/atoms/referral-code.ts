/** The code of who brought us here: from the link, kept until it is used. */

import { atom } from 'jotai'
import type { Keep } from '../platform/platform.ts'
import { hostAtom } from './host.ts'

const KEY = 'referrer_uid'
const CODE = /^\d{9}$/

export const isReferralCode = (text: string): boolean => CODE.test(text)

/** Present and right: kept. Present and wrong: what was kept is cleared. Absent: nothing changes. */
export function heedReferralLink(search: string, keep: Keep): void {
  const code = new URLSearchParams(search).get('ref_code')
  if (code === null) return
  if (isReferralCode(code)) keep.set(KEY, code)
  else keep.remove(KEY)
}

export const referralCodeAtom = atom((get) => get(hostAtom).platform.keep.get(KEY) ?? '')
