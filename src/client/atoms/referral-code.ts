/** The code of who brought us here: from the link, kept until it is used. */

import { atom } from 'jotai'
import { REFERRAL_CODE } from '../../contract/start-parameter.ts'
import type { Keep, Platform } from '../platform/platform.ts'
import { hostAtom } from './host.ts'

const KEY = 'referrer_uid'

export const isReferralCode = (text: string): boolean => REFERRAL_CODE.test(text)

/** Present and right: kept. Present and wrong: what was kept is cleared. Absent: nothing changes. */
export function heedReferralLink(search: string, { keep, miniApp }: Pick<Platform, 'keep' | 'miniApp'>): void {
  if (miniApp?.start.type === 'referral') keep.set(KEY, miniApp.start.code)
  const code = new URLSearchParams(search).get('ref_code')
  if (code === null) return
  if (isReferralCode(code)) keep.set(KEY, code)
  else keep.remove(KEY)
}

/** One that an older version kept, and that would be refused, is left out. */
export function sendableReferralCode(keep: Keep): string | null {
  const code = keep.get(KEY)
  return code !== null && isReferralCode(code) ? code : null
}

export const forgetReferralCode = (keep: Keep): void => keep.remove(KEY)

export const referralCodeAtom = atom((get) => sendableReferralCode(get(hostAtom).platform.keep) ?? '')
