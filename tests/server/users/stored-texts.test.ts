/** Whatever text a user or an operator sends, nothing is stored in another way than it is recorded. */

import { beforeAll, expect, test } from 'vitest'
import { api, type HealthView, health } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { TASK_GROUPS } from '../../../src/contract/earn/tasks.ts'
import type { EarnProfileView } from '../../../src/contract/earn/views.ts'
import type { CurrencyId, NetworkId } from '../../../src/contract/ids.ts'
import { networkDefinition } from '../../../src/server/operator/network-definition.ts'
import { parseRequest } from '../../../src/server/operator/parse-request.ts'
import { taskDefinition } from '../../../src/server/operator/task-definition.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { GOOD_TEXTS, HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts'
import { ethAsset, listTestNetwork, usdtAsset } from '../../fixtures/listed-network.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { changeStored } from '../../fixtures/stored-accounts.ts'
import { BOT_TOKEN, initData } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer, DESTINATION, type Withdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer({ BOT_TOKEN })
const TON = 2 as NetworkId
const BY = { operator: 'ops', reason: 'a test' }
const toTon = { network_id: TON, address: `0:${'c1'.repeat(32)}` }
/** Stored in the normal form, where that is not a memo. */
const DECOMPOSED = 'e\u0301'
const refused = HOSTILE_TEXTS.filter((text) => text !== DECOMPOSED)

beforeAll(async () => {
  const { sequencer } = server().exchange
  await listTestNetwork(sequencer)
  const network = { id: TON, code: 'ton', name: 'TON', kind: 'ton', chainId: -3, gasCurrency: 3 as CurrencyId } as const
  await sequencer.submit({ type: 'list-network', network, ...BY }, () => undefined)
  const contract = `0:${'b'.repeat(64)}`
  for (const asset of [
    { ...ethAsset, decimals: 9 },
    { ...usdtAsset, contract },
  ])
    await sequencer.submit({ type: 'set-network-asset', network: TON, asset, ...BY }, () => undefined)
})

/** Throws unless the account can be used. */
async function signInAgain(user: Withdrawer): Promise<void> {
  await user.wait(60_000)
  const { body } = await server().request<HealthView>('GET', health.path)
  expect(body.parts?.accounts).toMatchObject({ state: 'ok' })
}

test('The name of a saved address is refused before its code is used, or stored as it is shown', async () => {
  const ann = await createWithdrawer(server())
  const code = ann.account.nextCode()
  for (const label of refused) expect([label, (await ann.saveAddress({ label, code })).status]).toEqual([label, 422])
  expect((await ann.saveAddress({ label: DECOMPOSED, code })).body.label).toBe('é')
  for (const [index, label] of GOOD_TEXTS.entries()) {
    const address = `0x${String(index + 1)
      .padStart(2, '0')
      .repeat(20)}1`.slice(0, 42)
    expect((await ann.saveAddress({ label, address })).body.label).toBe(label)
  }
  await signInAgain(ann)
  expect((await ann.book()).addresses.map(({ label }) => label)).toEqual(['é', ...GOOD_TEXTS])
})

test('A memo that cannot be sent as it was written is refused before its code is used', async () => {
  const ann = await createWithdrawer(server())
  const code = ann.account.nextCode()
  // An empty one is none.
  for (const memo of HOSTILE_TEXTS.filter((text) => text !== '')) {
    const saved = await ann.saveAddress({ ...toTon, memo, code })
    const sent = await ann.withdraw({ ...toTon, memo, code })
    expect([memo, saved.body.code, sent.body.code]).toEqual([memo, 'INVALID_MEMO', 'INVALID_MEMO'])
  }
  expect((await ann.saveAddress({ ...toTon, memo: 'deposit for Zoë', code })).body.memo).toBe('deposit for Zoë')
  await signInAgain(ann)
})

test('An appeal of a text that cannot be stored is refused, and a good one arrives', async () => {
  const ann = await createWithdrawer(server())
  const standing = { type: 'set-reward-standing', user: ann.user, standing: 'limited', ...BY } as const
  await server().exchange.sequencer.submit(standing, () => undefined)
  const appeal = (text: string) =>
    server().request('POST', api.appeal.base + api.appeal.path, { body: { text }, access: ann.access() })
  for (const text of refused) expect([text, (await appeal(text)).status]).toEqual([text, 422])
  expect((await appeal(`I am one person, ${DECOMPOSED} 👩‍👩‍👧.`)).status).toBe(200)
  const { body } = await server().request<EarnProfileView>('GET', api.earnProfile.base + api.earnProfile.path, {
    access: ann.access(),
  })
  expect(body.standing.appeal?.text).toBe('I am one person, é 👩‍👩‍👧.')
  await signInAgain(ann)
})

test('Any name of a Telegram account signs in, and is not stored unless it is a username', async () => {
  for (const [index, name] of HOSTILE_TEXTS.entries()) {
    const user = { id: 7_000 + index, first_name: name, username: name }
    const signIn = () =>
      server().request<Tokens>('POST', api.startApp.path, { body: { init_data: initData(user, server().now()) } })
    expect([name, (await signIn()).status]).toEqual([name, 200])
    server().advanceClock(1_000)
    expect([name, (await signIn()).status]).toEqual([name, 200])
  }
})

const REQUEST = { action: 'x', input: {}, operator: 'ops', reason: 'a test' }
const AMOUNTS = { minDeposit: '1', withdrawFee: '1', minWithdraw: '1', maxWithdraw: '1' }
const ASSET = { coin: 'TON', contract: null, decimals: 9, ...AMOUNTS, deposits: 'open', withdrawals: 'open' }
const NETWORK = { id: 3, code: 'x', name: 'X', kind: 'ton', chainId: -3, gasCoin: 'TON', assets: [ASSET] }
const TASK = { id: 1, kind: 'convert', group: TASK_GROUPS[0], title: 'x', reward: 1 }
const areValid = (text: string, notice = text): readonly boolean[] => [
  !('problem' in parseRequest(JSON.stringify({ ...REQUEST, reason: text }))),
  !('problem' in parseRequest(JSON.stringify({ ...REQUEST, operator: text }))),
  networkDefinition.safeParse({ ...NETWORK, name: text }).success,
  networkDefinition.safeParse({ ...NETWORK, assets: [{ ...ASSET, notice }] }).success,
  taskDefinition.safeParse({ ...TASK, title: text }).success,
  taskDefinition.safeParse({ ...TASK, description: notice }).success,
]

test('Operators cannot send a text that cannot be stored: as a reason, a name, or in a file', () => {
  for (const text of GOOD_TEXTS) expect([text, areValid(text)]).toEqual([text, Array(6).fill(true)])
  // Notices and descriptions may be empty.
  for (const text of refused) expect([text, areValid(text, text.trim() || '\0')]).toEqual([text, Array(6).fill(false)])
})

test('An account that half a character has locked is opened by an operator, and its owner signs in', async () => {
  const ann = await createWithdrawer(server())
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const times = { created_at: server().now(), active_at: server().now() }
  const to = { network_id: 1 as NetworkId, currency_id: null, address: DESTINATION, memo: null }
  const addresses = [{ id: 1, label: 'half \ud83d', ...to, ...times }]
  await changeStored(database.pool, ann.user, { addresses })
  await database.close()
  const { email, password } = ann.account
  const signIn = () => server().request('POST', api.login.path, { body: { email, password } })
  expect((await signIn()).body).toMatchObject({ code: 'ACCOUNT_DIFFERS' })
  const shown = await operate(server().dataDir, ['accounts', 'show', ann.user])
  const mark = /MARK: (\w+)/.exec(shown)?.[1] ?? ''
  await operate(server().dataDir, ['accounts', 'accept', ann.user, mark, '--reason', 'Its owner asked for it.'])
  await signInAgain(ann)
  expect((await ann.book()).addresses.map(({ label }) => label)).toEqual(['half \ufffd'])
})
