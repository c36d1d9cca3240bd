/** One name for one thing in all texts of the app. */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = 'src/client/text'
const literals = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(`${FOLDER}/${file}`, 'utf8').match(/(?<=: |=> )(['"`]).*\1/g),
)

test('What was traded in 24 hours is called volume, in the base and in the quote currency', () => {
  expect(literals.length).toBeGreaterThan(500)
  expect(literals.filter((text) => /turnover/i.test(text ?? ''))).toEqual([])
})
