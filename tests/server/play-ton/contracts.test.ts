import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { JETTON_MINTER_CODE, JETTON_WALLET_CODE } from '../../../src/server/play-ton/contracts/code.ts'
import { compileTolk } from '../../fixtures/compile-tolk.ts'

const folder = join(import.meta.dirname, '../../../src/server/play-ton/contracts')
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')

test.each([
  ['jetton-wallet.tolk', JETTON_WALLET_CODE],
  ['jetton-minter.tolk', JETTON_MINTER_CODE],
])('The code of %s is what its source compiles to', async (file, code) => {
  expect((await compileTolk(file, read)).toBoc().toString('base64')).toBe(code.toBoc().toString('base64'))
})
