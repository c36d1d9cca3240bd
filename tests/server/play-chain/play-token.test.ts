import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLAY_TOKEN_CODE } from '../../../src/server/play-chain/play-token.ts'
import { compileSolidity } from '../../fixtures/compile.ts'

test('The code of the play token is what its source compiles to', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../src/server/play-chain/play-token.sol'), 'utf8')
  expect(PLAY_TOKEN_CODE).toBe(`0x${compileSolidity(source).get('PlayToken')}`)
})
