/** The code of who brought us here: from the link, kept until it is used. */

import { atom } from 'jotai'
import { REFERRAL_CODE } from '../../contract/start-parameter.ts'
import type { Keep, Platform } from '../platform/platform.ts'
import { hostAtom } from './host.ts'

const KEY = 'referrer_uid'
const CODE = /^\d{9}$/

export const isReferralCode = (text: string): boolean => CODE.test(text)

/** Present and right: kept. Present and wrong: what was kept is cleared. Absent: nothing changes. */
export function heedReferralLink(search: string, { keep, miniApp }: Pick<Platform, 'keep' | 'miniApp'>): void {
  if (miniApp?.start.type === 'referral') keep.set(KEY, miniApp.start.code)
  const code = new URLSearchParams(search).get('ref_code')
  if (code === null) return
  if (isReferralCode(code)) keep.set(KEY, code)
  else keep.remove(KEY)
}

/** Nobody corrects a code inside Telegram, so one that would be refused is left out. */
export function sendableReferralCode(keep: Keep): string | null {
  const code = keep.get(KEY)
  return code !== null && REFERRAL_CODE.test(code) ? code : null
}

export const referralCodeAtom = atom((get) => get(hostAtom).platform.keep.get(KEY) ?? '')
