/** Rows of other tables that would give access or money, written by a thief without the key. */

import { hash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { RefreshedTokens, Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { levelOf } from '../../../src/engine/exchange.ts'
import { newestEmailToken, shownTo } from '../../fixtures/email-inbox.ts'
import { codeAt, createSecuredAccount } from '../../fixtures/secured-account.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { setUpDatabase, setUpTestServer, startTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ BOT_TOKEN })
const PASSWORD = 'correct horse'
const DAY = 24 * 60 * 60 * 1_000

const database = setUpDatabase(server)

const sql = (text: string, ...values: unknown[]) => database().pool.query(text, values)
const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T>('POST', path, { body, access })
const refresh = (token: string) => post<RefreshedTokens>(api.refresh.path, { refresh_token: token })
const login = (email: string, password = PASSWORD) => post<Tokens>(api.login.path, { email, password })
const profileOf = async (access: string) =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body

async function newUser() {
  const email = `${randomUUID()}@example.com`
  const tokens = await server().signUp(email, PASSWORD)
  return { email, tokens, user: (await profileOf(tokens.access)).uuid as UserId }
}

test('A refresh token of a thief whose row names the victim, or a later end, opens nothing', async () => {
  const [thief, victim] = [await newUser(), await newUser()]
  await sql('update refresh_tokens set user_id = $2 where user_id = $1', thief.user, victim.user)
  await sql('update sessions set user_id = $2 where user_id = $1', thief.user, victim.user)
  expect((await refresh(thief.tokens.refresh)).status).toBe(401)
  await sql('update refresh_tokens set expires_at = expires_at + 1 where user_id = $1', victim.user)
  expect((await refresh(victim.tokens.refresh)).status).toBe(401)
})

test('A session that ended stays ended, whatever is deleted from the tables', async () => {
  const { email, tokens } = await newUser()
  const [first, second] = [(await login(email)).body, (await login(email)).body]
  await post(api.logout.path, { refresh_token: first.refresh })
  await sql('delete from revoked_sessions')
  expect((await refresh(first.refresh)).status).toBe(401)
  expect((await refresh(second.refresh)).status).toBe(200)
  // A session that no list contains ends with a change of the password too.
  const { rows } = await sql(
    'delete from sessions where user_id = $1 returning id',
    (await profileOf(tokens.access)).uuid,
  )
  expect(rows.length).toBe(3)
  server().advanceClock(1)
  const change = { password: 'battery staple', current_password: PASSWORD }
  expect((await post(api.setPassword.path, change, tokens.access)).status).toBe(200)
  await sql('delete from revoked_sessions')
  const { status } = await server().request('GET', api.profile.path, { access: tokens.access })
  expect([(await refresh(second.refresh)).status, status]).toEqual([401, 200])
})

test('Access tokens and sockets end with their session, although its row was deleted before', async () => {
  const { email, tokens } = await newUser()
  const other = (await login(email)).body
  const socket = await server().openSocket(1, other.access)
  await sql('delete from sessions where user_id = $1', (await profileOf(tokens.access)).uuid)
  server().advanceClock(1)
  const endAll = `${api.endSessions.path}?others=true`
  expect((await server().request('DELETE', endAll, { access: tokens.access })).status).toBe(200)
  const statusOf = async (access: string) => (await server().request('GET', api.profile.path, { access })).status
  expect([await statusOf(tokens.access), await statusOf(other.access)]).toEqual([200, 401])
  expect(await socket.closed).toBe(4401)
})

test('A forged successor of a refresh token ends no session', async () => {
  const { tokens, user } = await newUser()
  await sql(
    `insert into refresh_tokens (hash, session_id, user_id, parent_hash, created_at, expires_at, used_at, mac)
     select sha256('a'), session_id, user_id, hash, 0, 9e15, 1, mac from refresh_tokens where user_id = $1`,
    user,
  )
  expect((await refresh(tokens.refresh)).status).toBe(200)
})

test('A login of long ago does not count as a recent one because its row says so', async () => {
  const { body } = await post<Tokens>(api.telegramWidget.path, { raw_callback_data: widgetData(77, server().now()) })
  const { uuid } = await profileOf(body.access)
  server().advanceClock(11 * 60_000)
  await sql('update sessions set created_at = $2 where user_id = $1', uuid, server().now())
  const set = await post(api.setPassword.path, { password: 'planted words' }, body.access)
  expect([set.status, set.body.code]).toEqual([403, 'REAUTH_REQUIRED'])
})

test('Inserted tokens of email links, and those of another user or address, are refused', async () => {
  const [thief, victim] = [await newUser(), await newUser()]
  await post(api.forgot.path, { email: thief.email })
  const own = await newestEmailToken(server(), thief.email, 'reset')
  const reset = (token: string) => post(api.reset.path, { token, password: 'battery staple' })
  const forged = `${victim.user}${'x'.repeat(43)}`
  await sql(
    "insert into email_tokens (hash, user_id, kind, email, expires_at) values ($1, $2, 'reset', $3, 9e15)",
    ...[hash('sha256', forged, 'buffer'), victim.user, victim.email],
  )
  expect((await reset(forged)).body.code).toBe('LINK_EXPIRED')
  await sql("delete from email_tokens where user_id = $1 and kind = 'reset'", victim.user)
  await sql(
    "update email_tokens set user_id = $2, email = $3 where user_id = $1 and kind = 'reset'",
    thief.user,
    victim.user,
    victim.email,
  )
  expect((await reset(own)).body.code).toBe('LINK_EXPIRED')
  expect((await reset(victim.user + own.slice(36))).body.code).toBe('LINK_EXPIRED')
  expect((await login(victim.email)).status).toBe(200)
})

test('A queued email that nobody requested is not sent: no address of a thief is confirmed', async () => {
  const { user, email } = await newUser()
  await newestEmailToken(server(), email)
  const due = `insert into email_queue (kind, email, user_id, due_at) values ('confirm', 'thief@example.org', $1, 0)`
  await sql(due, user)
  const queued = async () => (await sql('select count(*)::int as count from email_queue')).rows[0].count
  await post(api.forgot.path, { email })
  await newestEmailToken(server(), email, 'reset')
  await expect.poll(queued).toBe(0)
  expect(await shownTo(server(), 'thief@example.org')).toEqual([])
})

test.each(['reset', 'frozen', 'undone'])(
  'A queued email of kind "%s" goes to no address but that of its user',
  async (kind) => {
    const { user, email } = await newUser()
    await newestEmailToken(server(), email)
    await server().exchange.sequencer.submit({ type: 'freeze-account', user, origin: 'owner' }, () => undefined)
    const address = `thief-${kind}@example.org`
    const due = 'insert into email_queue (kind, email, user_id, due_at) values ($1, $2, $3, 0)'
    await sql(due, kind, address, user)
    const other = await newUser()
    await newestEmailToken(server(), other.email)
    await expect.poll(async () => (await sql('select from email_queue')).rowCount).toBe(0)
    expect(await shownTo(server(), address)).toEqual([])
  },
)

test('A queued email about an addition of a thief contains no link that freezes another account', async () => {
  const [thief, victim] = [await newUser(), await newUser()]
  const { access } = thief.tokens
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), thief.email) })
  const { secret } = (await post<{ secret: string }>(api.setTwoFactor.path, {}, access)).body
  const code = codeAt(secret, server().now())
  expect((await post(api.confirmTwoFactor.path, { code, secret, password: PASSWORD }, access)).status).toBe(200)
  await newestEmailToken(server(), thief.email, 'added')
  const before = (await shownTo(server(), thief.email)).length
  await sql(
    `insert into email_queue (kind, email, user_id, subject_id, due_at)
     select 'added', $1, $2, id, 0 from credential_undos where user_id = $3`,
    ...[thief.email, victim.user, thief.user],
  )
  await newestEmailToken(server(), (await newUser()).email)
  await expect.poll(async () => (await sql('select from email_queue')).rowCount).toBe(0)
  expect(await shownTo(server(), thief.email)).toHaveLength(before)
})

test('The undo link of a thief does not work for a row that was changed to the victim', async () => {
  const victim = await createSecuredAccount(server())
  const { uuid } = await profileOf(victim.tokens.access)
  const thief = await newUser()
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), thief.email) })
  server().advanceClock(2 * DAY)
  const { access } = (await login(thief.email)).body
  const planted = `${randomUUID()}@example.com`
  await post(api.linkEmail.path, { email: planted, password: PASSWORD }, access)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), planted) })
  const token = await newestEmailToken(server(), thief.email, 'added')
  await sql("update credential_undos set user_id = $2, change = '2fa', at = 0 where user_id = $1", thief.user, uuid)
  expect((await post(api.undoChange.path, { token })).body.code).toBe('UNDO_INVALID')
})

test('Wrong codes that are reset in the table still lock codes, and a used code stays used', async () => {
  const account = await createSecuredAccount(server())
  const { access } = account.tokens
  const replace = (code: string) => post(api.recoveryCodes.path, { code }, access)
  const code = account.nextCode()
  expect((await replace(code)).status).toBe(200)
  await sql('update two_factors set last_step = 0')
  expect((await replace(code)).body.code).toBe('INVALID_2FA_CODE')
  const wrong = codeAt(account.secret, 0)
  for (let attempt = 0; attempt < 5; attempt++) {
    await sql('update two_factors set failures = 0, locked_until = 0')
    await sql('update two_factor_devices set failures = 0, locked_until = 0')
    expect((await replace(wrong)).body.code).toBe('INVALID_2FA_CODE')
  }
  await sql('update two_factors set failures = 0, locked_until = 0')
  await sql('delete from two_factor_devices')
  expect((await replace(account.nextCode())).body.code).toBe('2FA_LOCKED')
})

test('A lock that ends in years, or a used step of another day, refuses no code', async () => {
  const account = await createSecuredAccount(server())
  const replace = () => post(api.recoveryCodes.path, { code: account.nextCode() }, account.tokens.access)
  for (const ahead of [1_000 * DAY, DAY - 60_000, 120_000]) {
    const step = Math.floor((server().now() + ahead) / 30_000)
    await sql('update two_factors set locked_until = $1, last_step = $2', server().now() + 1_000 * DAY, step)
    expect((await replace()).status).toBe(200)
  }
  const wrong = () => post(api.recoveryCodes.path, { code: codeAt(account.secret, 0) }, account.tokens.access)
  for (let attempt = 0; attempt < 5; attempt++) expect((await wrong()).body.code).toBe('INVALID_2FA_CODE')
  // A lock that cannot be does not hide the one in memory.
  await sql('update two_factors set locked_until = $1, failures = 0', server().now() + 1_000 * DAY)
  await sql('update two_factor_devices set locked_until = $1, failures = 0', server().now() + 1_000 * DAY)
  expect((await replace()).body.code).toBe('2FA_LOCKED')
})

test('A referral code that was exchanged between two rows gives nobody a friend', async () => {
  const [star, thief] = [await newUser(), await newUser()]
  const codeOf = async (user: UserId) =>
    Number((await sql('select referral_code from users where id = $1', user)).rows[0]?.referral_code)
  const [own, other] = [await codeOf(star.user), await codeOf(thief.user)]
  const set = (user: UserId, code: number) => sql('update users set referral_code = $2 where id = $1', user, code)
  const exchange = async (ofStar: number, ofThief: number) => {
    await set(star.user, 999_999_999)
    await set(thief.user, ofThief)
    await set(star.user, ofStar)
  }
  await exchange(other, own)
  const email = `${randomUUID()}@example.com`
  const body = { email, password: PASSWORD, referrer_uid: String(own) }
  expect((await post(api.register.path, body)).status).toBe(201)
  await exchange(own, other)
  const { rows } = await sql('select referrer from users where email = $1', email)
  expect(rows).toEqual([{ referrer: null }])
})

test('Forged rows of read models that name an unknown coin or pair are not listed, and end no server', async () => {
  const { tokens, user } = await newUser()
  await sql(
    `insert into transactions (uuid, user_id, seq, type, status, currency_id, amount, details, at, updated_at)
     values (gen_random_uuid(), $1, 1, 'deposit', 'completed', 999, 1, '{}', 1, 1),
       (gen_random_uuid(), $1, 1, 'reward', 'completed', 999, 1, '{}', 1, 1)`,
    user,
  )
  await sql(
    `insert into orders (id, user_id, pair_id, side, type, time_in_force, post_only, status, created_at, updated_at)
     values (999999999, $1, 999, 'buy', 'market', 'IOC', false, 'filled', 1, 1)`,
    user,
  )
  for (const path of [api.transactions.path, `${api.orders.path}?status=all`])
    expect((await server().request('GET', path, { access: tokens.access })).status).toBe(200)
  expect((await server().request('GET', '/health')).status).toBe(200)
})

test('Data of the Telegram widget whose row is deleted signs in no second time', async () => {
  const data = widgetData(77_001, server().now())
  const signIn = () => post(api.telegramWidget.path, { raw_callback_data: data })
  expect((await signIn()).status).toBe(200)
  await sql('delete from used_widget_data')
  expect((await signIn()).body.code).toBe('WIDGET_DATA_EXPIRED')
})

test('A forged approval of an identity check raises no level', async () => {
  const { user } = await newUser()
  await sql(
    `insert into verifications (user_id, provider, applicant_id, status, provider_time, updated_at, mac)
     values ($1, 'play', 'thief', 'approved', 1, 1, sha256('a'))`,
    user,
  )
  await server().exchange.stop()
  const again = await startTestServer(server().databaseUrl)
  await again.signUp()
  expect(await again.exchange.sequencer.read((state) => levelOf(state, user))).toBe(0)
  const { rows } = await sql('select applied_at from verifications where user_id = $1', user)
  expect(rows).toEqual([{ applied_at: null }])
  await again.exchange.stop()
})
