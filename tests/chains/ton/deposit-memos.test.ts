import { expect, test } from 'vitest'
import { random } from '../../../src/server/play/random.ts'
import { misreadComments } from '../../fixtures/memo-comments.ts'

test('Of 5,000 random comments, those and only those that are the memo of a user name this user', () => {
  expect(misreadComments(random(1), 5_000)).toEqual([])
})
