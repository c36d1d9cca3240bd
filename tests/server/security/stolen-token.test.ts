/** What the holder of a stolen access token can change, and how the owner of the account undoes it. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView, RecoveryCodesView, TwoFactorSetup, UndoView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { openAccountRecords } from '../../../src/server/users/account-records.ts'
import { openUnrecordedChanges } from '../../../src/server/users/unrecorded-changes.ts'
import { openUsers } from '../../../src/server/users/users.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type FakeGoogle, readGoogleSettings, startFakeGoogle } from '../../fixtures/fake-google.ts'
import { type FakeTelegram, startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { codeAt } from '../../fixtures/secured-account.ts'
import { freePort } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { serverKey } from '../../fixtures/stored-accounts.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const ORIGIN = 'https://tern.example'
const REDIRECT_URI = `${ORIGIN}/register`
const PASSWORD = 'correct horse'
const HOUR = 60 * 60 * 1_000
const port = await freePort()
let databases: TestDatabases
let server: TestServer
let google: FakeGoogle
let telegram: FakeTelegram
let telegramId = 900

beforeAll(async () => {
  databases = await startTestDatabases()
  google = await startFakeGoogle(port, [REDIRECT_URI])
  telegram = await startFakeTelegram(BOT_TOKEN)
  const settings = { BOT_TOKEN, PUBLIC_URL: ORIGIN, BOT_API_URL: telegram.address, ...readGoogleSettings(port) }
  server = await startTestServer(await databases.newDatabaseUrl(), settings)
})
afterAll(async () => {
  await server?.exchange.stop()
  await telegram?.stop()
  await google?.stop()
  await databases?.stop()
})

const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server.request<T & ErrorBody>('POST', path, { body, access })
const profileOf = async (access: string) =>
  (await server.request<ProfileView>('GET', api.profile.path, { access })).body
const newAddress = () => `${randomUUID()}@example.com`
const login = (email: string, password: string) => post<Tokens>(api.login.path, { email, password })
const signInByTelegram = async (id: number) => {
  // Widget data of the same second would be refused as used.
  server.advanceClock(1_000)
  return (await post<Tokens>(api.telegramWidget.path, { raw_callback_data: widgetData(id, server.now()) })).body
}
const signInByGoogle = async (account: string) =>
  (await post<Tokens>(api.google.path, await google.signIn(account, {}, REDIRECT_URI))).body
const linkTelegram = (access: string, id: number, proof: object = {}) =>
  post(api.linkTelegram.path, { raw_callback_data: widgetData(id, server.now()), ...proof }, access)
const linkGoogle = async (access: string, account: string, proof: object = {}) =>
  post(api.linkGoogle.path, { ...(await google.signIn(account, {}, REDIRECT_URI)), ...proof }, access)
const unlink = (access: string, way: string, proof: object = {}) => post(api.unlink.path, { way, ...proof }, access)
const undo = (token: string) => post(api.undoChange.path, { token })
const inspect = (token: string) => post<UndoView>(api.inspectUndo.path, { token })

async function enableTwoFactor(access: string, proof: object = {}) {
  const { body } = await post<TwoFactorSetup>(api.setTwoFactor.path, {}, access)
  const code = codeAt(body.secret, server.now())
  const reply = await post<RecoveryCodesView>(
    api.confirmTwoFactor.path,
    { code, secret: body.secret, ...proof },
    access,
  )
  return { ...reply, secret: body.secret }
}

/** A user with a confirmed email address. */
async function confirmedUser() {
  const email = newAddress()
  const { access } = await server.signUp(email, PASSWORD)
  expect((await post(api.confirmEmail.path, { token: await newestEmailToken(server, email) })).status).toBe(200)
  return { email, access }
}

/** The token of the undo link in the newest message of the bot to this chat. */
const undoTokenTo = (chat: number) =>
  eventually(() => {
    const texts = telegram.messagesTo(chat).map(({ text = '' }) => text)
    return texts.map((text) => /\/undo#token=([\w.-]+)/.exec(text)?.[1]).findLast((token) => token !== undefined)
  })

test('A fresh session of an account with a password cannot enable 2FA or link a login method without the password', async () => {
  const { access } = await confirmedUser()
  const refused = { status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'password' } } }
  expect(await enableTwoFactor(access)).toMatchObject(refused)
  expect(await enableTwoFactor(access, { password: 'wrong words' })).toMatchObject({ body: { code: 'WRONG_PASSWORD' } })
  expect(await linkTelegram(access, ++telegramId)).toMatchObject(refused)
  expect(await linkGoogle(access, randomUUID())).toMatchObject(refused)
  expect(await post(api.linkEmail.path, { email: newAddress() }, access)).toMatchObject(refused)
  expect(await profileOf(access)).toMatchObject({ has_2fa: false, ways: ['email'] })
})

test('A login method younger than one day cannot add or remove another, and the original one stays for 72 hours', async () => {
  const account = randomUUID()
  const owner = await signInByTelegram(++telegramId)
  expect((await linkGoogle(owner.access, account)).status).toBe(200)
  const thief = await signInByGoogle(account)
  const tooNew = { status: 403, body: { code: 'WAY_TOO_NEW' } }
  expect(await post(api.linkEmail.path, { email: newAddress() }, thief.access)).toMatchObject(tooNew)
  expect(await unlink(thief.access, 'telegram')).toMatchObject(tooNew)
  expect(await enableTwoFactor(thief.access)).toMatchObject(tooNew)
  expect(await post(api.setPassword.path, { password: 'planted words' }, thief.access)).toMatchObject(tooNew)
  // The owner's own recent session must not be used to leave only the new method.
  expect(await unlink(owner.access, 'telegram')).toMatchObject({ status: 409, body: { code: 'OTHER_WAYS_TOO_NEW' } })
  server.advanceClock(25 * HOUR)
  const later = await signInByGoogle(account)
  expect((await post(api.linkEmail.path, { email: newAddress() }, later.access)).status).toBe(200)
  expect(await unlink(later.access, 'telegram')).toMatchObject({ body: { code: 'OTHER_WAYS_TOO_NEW' } })
  server.advanceClock(48 * HOUR)
  expect((await unlink((await signInByGoogle(account)).access, 'telegram')).status).toBe(200)
})

test('A password set less than a day ago, or 2FA enabled without one, does not authorize changes on its own', async () => {
  const id = ++telegramId
  const { access } = await signInByTelegram(id)
  expect((await post(api.setPassword.path, { password: 'planted words' }, access)).status).toBe(200)
  const proof = { password: 'planted words' }
  server.advanceClock(11 * 60_000)
  const bySignIn = { status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'sign-in' } } }
  expect(await linkGoogle(access, randomUUID(), proof)).toMatchObject(bySignIn)
  const recent = await signInByTelegram(id)
  expect((await linkGoogle(recent.access, randomUUID(), proof)).status).toBe(200)

  const other = ++telegramId
  const { access: another } = await signInByTelegram(other)
  const { secret } = await enableTwoFactor(another)
  server.advanceClock(11 * 60_000)
  const code = codeAt(secret, server.now())
  expect(await linkGoogle(another, randomUUID(), { code })).toMatchObject(bySignIn)
})

test('Enabling 2FA emails the owner an undo link, which disables it, ends all sessions and works once', async () => {
  const { email, access } = await confirmedUser()
  expect((await enableTwoFactor(access, { password: PASSWORD })).status).toBe(200)
  const token = await newestEmailToken(server, email, 'added')
  // A mail scanner that opens the link changes nothing: the token is in the fragment, and only a POST undoes.
  await server.request('GET', `/undo?token=${token}`)
  expect(await inspect(token)).toMatchObject({ status: 200, body: { change: '2fa' } })
  expect(await inspect(token)).toMatchObject({ status: 200 })
  expect(await profileOf(access)).toMatchObject({ has_2fa: true })
  const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  for (const invalid of ['', 'x', forged, `${randomUUID()}.${token.split('.')[1]}`])
    expect(await undo(invalid)).toMatchObject({ status: 400, body: { code: 'UNDO_INVALID' } })
  expect((await undo(token)).body).toEqual({ status: 'ok' })
  expect((await server.request('GET', api.profile.path, { access })).status).toBe(401)
  const { body } = await login(email, PASSWORD)
  expect(await profileOf(body.access)).toMatchObject({ has_2fa: false, recovery_codes_left: 0 })
  for (const use of [undo, inspect])
    expect(await use(token)).toMatchObject({ status: 400, body: { code: 'UNDO_USED' } })
  await newestEmailToken(server, email, 'undone')
})

test('Exactly one of ten concurrent uses of an undo link succeeds', async () => {
  const { email, access } = await confirmedUser()
  await enableTwoFactor(access, { password: PASSWORD })
  const token = await newestEmailToken(server, email, 'added')
  const replies = await Promise.all(Array.from({ length: 10 }, () => undo(token)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('An undo link is valid for 72 hours', async () => {
  const { email, access } = await confirmedUser()
  await enableTwoFactor(access, { password: PASSWORD })
  const token = await newestEmailToken(server, email, 'added')
  server.advanceClock(72 * HOUR - 60_000)
  expect((await inspect(token)).status).toBe(200)
  server.advanceClock(61_000)
  for (const use of [undo, inspect])
    expect(await use(token)).toMatchObject({ status: 400, body: { code: 'UNDO_EXPIRED' } })
})

test('The bot sends the owner an undo link for a linked method, also to users without notification settings', async () => {
  const id = ++telegramId
  const { access } = await signInByTelegram(id)
  const account = randomUUID()
  await linkGoogle(access, account)
  const thief = await signInByGoogle(account)
  const token = await undoTokenTo(id)
  expect(await inspect(token)).toMatchObject({ body: { change: 'google' } })
  expect((await undo(token)).status).toBe(200)
  expect((await server.request('GET', api.profile.path, { access: thief.access })).status).toBe(401)
  const { access: again } = await signInByTelegram(id)
  expect((await profileOf(again)).ways).toEqual(['telegram'])
  expect((await profileOf((await signInByGoogle(account)).access)).ways).toEqual(['google'])
})

test('Later credential changes neither delete an undo notification nor end its link', async () => {
  const { email, access } = await confirmedUser()
  const id = ++telegramId
  await linkTelegram(access, id, { password: PASSWORD })
  const passwords = { password: 'planted words', current_password: PASSWORD }
  expect((await post(api.setPassword.path, passwords, access)).status).toBe(200)
  const token = await newestEmailToken(server, email, 'added')
  expect((await undo(token)).status).toBe(200)
  // A password changed since the addition does not work any more.
  expect((await login(email, 'planted words')).status).toBe(400)
  await post(api.forgot.path, { email })
  const reset = await newestEmailToken(server, email, 'reset')
  expect((await post(api.reset.path, { token: reset, password: PASSWORD })).status).toBe(200)
  expect((await profileOf((await login(email, PASSWORD)).body.access)).ways).toEqual(['email'])
})

test('Unlinking the chat of the owner first does not silence it', async () => {
  const [id, account] = [++telegramId, randomUUID()]
  const { access } = await signInByTelegram(id)
  await linkGoogle(access, account)
  await undoTokenTo(id)
  server.advanceClock(73 * HOUR)
  const thief = await signInByGoogle(account)
  expect((await unlink(thief.access, 'telegram')).status).toBe(200)
  const before = telegram.messagesTo(id).length
  expect((await enableTwoFactor(thief.access)).status).toBe(200)
  await eventually(() => telegram.messagesTo(id).length > before)
  expect((await undo(await undoTokenTo(id))).status).toBe(200)
})

test('A channel younger than one day receives no undo link', async () => {
  const { email, access } = await confirmedUser()
  const thiefsChat = ++telegramId
  await linkTelegram(access, thiefsChat, { password: PASSWORD })
  await newestEmailToken(server, email, 'added')
  await enableTwoFactor(access, { password: PASSWORD })
  const token = await eventually(async () => {
    const newest = await newestEmailToken(server, email, 'added')
    return (await inspect(newest)).body.change === '2fa' ? newest : undefined
  })
  expect((await inspect(token)).body).toMatchObject({ change: '2fa' })
  expect(telegram.messagesTo(thiefsChat)).toEqual([])
})

test('The undo link of a replaced email address restores the former one and invalidates a password set since', async () => {
  const { email, access } = await confirmedUser()
  const planted = newAddress()
  expect((await post(api.linkEmail.path, { email: planted, password: PASSWORD }, access)).status).toBe(200)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server, planted) })
  expect((await profileOf(access)).email).toBe(planted)
  // The former address is reserved while the change can be undone.
  expect(await post(api.register.path, { email, password: PASSWORD })).toMatchObject({ body: { code: 'EMAIL_TAKEN' } })
  await post(api.forgot.path, { email: planted })
  const reset = await newestEmailToken(server, planted, 'reset')
  expect((await post(api.reset.path, { token: reset, password: 'planted words' })).status).toBe(200)
  const token = await newestEmailToken(server, email, 'added')
  expect(await inspect(token)).toMatchObject({ body: { change: 'email' } })
  expect((await undo(token)).status).toBe(200)
  expect((await login(planted, 'planted words')).status).toBe(400)
  expect((await login(email, 'planted words')).status).toBe(400)
  await post(api.forgot.path, { email })
  const own = await newestEmailToken(server, email, 'reset')
  expect((await post(api.reset.path, { token: own, password: PASSWORD })).status).toBe(200)
  expect(await profileOf((await login(email, PASSWORD)).body.access)).toMatchObject({ email, email_confirmed: true })
})

test('An account whose registration checked the address before it was reserved is not created', async () => {
  const { email, access } = await confirmedUser()
  const planted = newAddress()
  await post(api.linkEmail.path, { email: planted, password: PASSWORD }, access)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server, planted) })
  const { sequencer } = server.exchange
  const database = await openDatabase({ dataDir: '', databaseUrl: server.databaseUrl, log: quiet })
  const clock = { now: server.now }
  const records = openAccountRecords({
    database,
    sequencer,
    clock,
    log: quiet,
    key: await serverKey(database.pool, 'accounts'),
    unrecorded: openUnrecordedChanges(scratchFolder()),
    onDiffers: async () => undefined,
  })
  const { register } = openUsers({ database, records, sequencer, clock, log: quiet, playMoney: undefined })
  const identity = { type: 'password', email, passwordHash: 'x' } as const
  const user = await register({ identity, referralCode: undefined }).finally(() => database.close())
  expect(user).toBeUndefined()
  expect((await undo(await newestEmailToken(server, email, 'added'))).status).toBe(200)
})

test('The undo link of an added email address removes it together with the password that was set through it', async () => {
  const id = ++telegramId
  const { access } = await signInByTelegram(id)
  const planted = newAddress()
  await post(api.linkEmail.path, { email: planted }, access)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server, planted) })
  await post(api.forgot.path, { email: planted })
  await post(api.reset.path, { token: await newestEmailToken(server, planted, 'reset'), password: 'planted words' })
  expect((await undo(await undoTokenTo(id))).status).toBe(200)
  const again = await signInByTelegram(id)
  expect(await profileOf(again.access)).toMatchObject({ email: null, has_password: false, ways: ['telegram'] })
})
