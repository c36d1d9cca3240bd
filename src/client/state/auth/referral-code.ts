/** The referral code of the link that opened the app, stored until registration. */

import { atom } from 'jotai'
import { bareCode } from '../../../contract/digits.ts'
import { REFERRAL_CODE } from '../../../contract/referrals/start-parameter.ts'
import type { KeyValueStorage, Platform } from '../../platform/platform.ts'
import { hostAtom } from '../app/host.ts'

const STORAGE_KEY = 'referrer_uid'

export const isReferralCode = (text: string): boolean => REFERRAL_CODE.test(text)

/** Stores a valid code; an invalid one clears the stored code; without one nothing changes. */
export function saveReferralCode(search: string, { storage, miniApp }: Pick<Platform, 'storage' | 'miniApp'>): void {
  if (miniApp?.start.type === 'referral') storage.set(STORAGE_KEY, miniApp.start.code)
  const sent = new URLSearchParams(search).get('ref_code')
  if (sent === null) return
  const code = bareCode(sent)
  if (isReferralCode(code)) storage.set(STORAGE_KEY, code)
  else storage.remove(STORAGE_KEY)
}

/** The stored code; null also for a stored value that is no code. */
export function sendableReferralCode(storage: KeyValueStorage): string | null {
  const code = storage.get(STORAGE_KEY)
  return code !== null && isReferralCode(code) ? code : null
}

export const clearReferralCode = (storage: KeyValueStorage): void => storage.remove(STORAGE_KEY)

export const referralCodeAtom = atom((get) => sendableReferralCode(get(hostAtom).platform.storage) ?? '')
