/** The digests of accounts, and the freeze that the server sets when stored rows differ from them. */

import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { accountOf } from '../../../src/engine/exchange.ts'
import { Exchange } from '../exchange.ts'
import { BY } from '../withdrawals/bank.ts'

const ANN = 'ann' as UserId
const INTEGRITY = {
  type: 'freeze-account',
  user: 'ann',
  origin: 'integrity',
  reason: 'an old row was put back',
} as const

/** The code of the refusal, or the type of the answer. */
function codeOf(x: Exchange, command: Parameters<Exchange['does']>[0]): string {
  const answer = x.does(command)
  return answer.type === 'refused' ? answer.refusal.code : answer.type
}
const changes = (x: Exchange, version: number, digest: string, user = 'ann') =>
  codeOf(x, { type: 'credentials-changed', user, version, digest })
const accepts = (x: Exchange, version: number, digest: string) =>
  codeOf(x, { type: 'accept-credentials', user: 'ann', version, digest, ...BY })

test('Only a greater version is recorded, and only of an account that exists', () => {
  const x = new Exchange({ ann: {} })
  const recorded = () => accountOf(x.state, ANN)?.credentials
  expect(recorded()).toEqual({ version: 0, digest: '' })
  expect([changes(x, 1, 'a'), changes(x, 1, 'b'), changes(x, 0, 'c')]).toEqual([
    'done',
    'CREDENTIALS_OUTDATED',
    'CREDENTIALS_OUTDATED',
  ])
  expect(recorded()).toEqual({ version: 1, digest: 'a' })
  expect([changes(x, 9, 'd'), changes(x, 8, 'e'), changes(x, 1, 'a', 'eve')]).toEqual([
    'done',
    'CREDENTIALS_OUTDATED',
    'ACCOUNT_NOT_FOUND',
  ])
  expect(recorded()).toEqual({ version: 9, digest: 'd' })
})

test('A freeze of the server stops what the others stop, and only accepting what is stored lifts it', () => {
  const x = new Exchange({ ann: { USDT: 1_000_000 } })
  changes(x, 1, 'a')
  x.buys('ann', 1, { at: 100 })
  expect(codeOf(x, INTEGRITY)).toBe('done')
  expect(x.events.map(({ type }) => type)).toEqual(['order-closed', 'account-frozen'])
  expect(x.buys('ann', 1, { at: 100 })).toBe('ACCOUNT_FROZEN')
  expect(codeOf(x, { type: 'unfreeze-account', user: 'ann', origin: 'operator', ...BY })).toBe('NOT_FROZEN')
  expect(codeOf(x, { type: 'unfreeze-account', user: 'ann', origin: 'owner' })).toBe('NOT_FROZEN')
  expect(accepts(x, 1, 'b')).toBe('CREDENTIALS_OUTDATED')
  x.does({ type: 'freeze-account', user: 'ann', origin: 'owner' })
  expect(accepts(x, 2, 'b')).toBe('done')
  expect(accountOf(x.state, ANN)).toMatchObject({
    credentials: { version: 2, digest: 'b' },
    freezes: [{ origin: 'owner' }],
  })
})
