import { expect, test } from 'vitest'
import { saveReferralCode } from '../../../../src/client/state/auth/referral-code.ts'
import { memoryStorage } from '../../../fixtures/fake-host.ts'

test.each([
  ['?ref_code=123456789', '123456789'],
  ['?ref_code=12345678', null],
  ['?ref_code=012345678', '012345678'],
  ['?ref_code=000000000', '000000000'],
  ['?ref_code=1234567890', null],
  ['?ref_code=12345678x', null],
  ['?ref_code=', null],
  ['?other=1', '987654321'],
  ['', '987654321'],
])('A link with the query %j stores the referral code %j', (search, left) => {
  const storage = memoryStorage({ referrer_uid: '987654321' })
  saveReferralCode(search, { storage })
  expect(storage.get('referrer_uid')).toBe(left)
})
