import { expect, test } from 'vitest'
import { makeRecoveryText, openRecoveryText, sealForTool } from '../../../src/server/secrets/recovery-file.ts'

const PASSPHRASE = 'twelve or more characters'
const key = Buffer.alloc(32, 5)

test('A recovery file opens only with its passphrase and for its journal, and the server sees neither passphrase nor file', async () => {
  const asked: string[] = []
  const text = await makeRecoveryText(PASSPHRASE, async (publicKey) => {
    asked.push(publicKey)
    return sealForTool(key, 'journal', publicKey)
  })
  expect(asked.join()).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  expect(text).not.toContain(key.toString('hex'))
  expect(openRecoveryText(text, 'journal', PASSPHRASE)).toEqual(key)
  expect(() => openRecoveryText(text, 'journal', `${PASSPHRASE}x`)).toThrow(/passphrase is wrong/)
  expect(() => openRecoveryText(text, 'another', PASSPHRASE)).toThrow('the recovery file belongs to another exchange')
})
