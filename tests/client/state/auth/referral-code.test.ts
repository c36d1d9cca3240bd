import { expect, test } from 'vitest'
import { heedReferralLink } from '../../src/client/atoms/referral-code.ts'
import { memoryKeep } from './fake-host.ts'

test.each([
  ['?ref_code=123456789', '123456789'],
  ['?ref_code=12345678', null],
  ['?ref_code=012345678', null],
  ['?ref_code=1234567890', null],
  ['?ref_code=12345678x', null],
  ['?ref_code=', null],
  ['?other=1', '987654321'],
  ['', '987654321'],
])('a link with %j leaves the stored code as %j', (search, left) => {
  const keep = memoryKeep({ referrer_uid: '987654321' })
  heedReferralLink(search, { keep })
  expect(keep.get('referrer_uid')).toBe(left)
})
