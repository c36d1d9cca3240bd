/** Which links of an email open a page of the app. */

import { expect, test } from 'vitest'
import { linkedPage } from '../../../../src/client/state/auth/play-mail.ts'

const ORIGIN = 'https://tern.example'

test('A link of this exchange opens its page with its token', () => {
  expect(linkedPage(`${ORIGIN}/reset#token=a.b-c_d`, ORIGIN)).toEqual({
    path: '/reset',
    search: '',
    hash: '#token=a.b-c_d',
  })
})

test.each([
  'https://elsewhere.example/reset#token=x',
  'https://tern.example.elsewhere.example/reset#token=x',
  'https://tern.example@elsewhere.example/reset#token=x',
  'https://tern.example//elsewhere.example/reset#token=x',
  'https://tern.example/wallet#token=x',
  'https://tern.example/reset/../wallet#token=x',
  'https://tern.example/reset?withdraw#token=x',
  'https://tern.example/reset',
  'javascript:alert(1)#token=x',
])('The link %s opens nothing', (link) => {
  expect(linkedPage(link, ORIGIN)).toBeUndefined()
})
