/** What the database alone can tell, and what a restart keeps. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { Tokens } from '../../src/contract/views.ts'
import { open, seal } from '../../src/server/identity/seal.ts'
import { OtherSecretKey } from '../../src/server/identity/secret.ts'
import { type House, openHouse } from './exchange-world.ts'
import { codeAt, lockedAccount, STEP } from './locked-account.ts'
import { startWorld, type World } from './world.ts'

const SECRET_KEY = 'a key that is long enough for one'.replaceAll(' ', '-')
const MINUTE = 60_000
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

/** One house after the other on the same data; the clock goes on from where it was turned to. */
async function during<T>(
  url: string,
  settings: Record<string, string>,
  at: number,
  live: (house: House) => Promise<T>,
) {
  const house = await openHouse(url, settings)
  house.later(Math.max(0, at - Date.now()))
  try {
    return await live(house)
  } finally {
    await house.exchange.stop()
  }
}

const login = (house: House, body: object) => house.ask<Tokens>('POST', api.login.path, { body })

test('what is sealed opens with its key, for its owner, and only as it was', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const sealed = seal(key, Buffer.from('secret'), 'ann')
  expect(open(key, sealed, 'ann').toString()).toBe('secret')
  expect(seal(key, Buffer.from('secret'), 'ann')).not.toEqual(sealed)
  expect(() => open(other, sealed, 'ann')).toThrow()
  expect(() => open(key, sealed, 'bob')).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const bent = Buffer.from(sealed)
    bent[at] = (bent[at] ?? 0) ^ 1
    expect(() => open(key, bent, 'ann')).toThrow()
  }
})

test('2FA goes on when a key is set, and needs that key from then on', async () => {
  const url = await world.newDatabaseUrl()
  const account = await during(url, {}, 0, (house) => lockedAccount(house))
  const { email, password, secret, recoveryCodes } = account
  let at = Date.now() + 2 * STEP
  const signIn = (house: House) => login(house, { email, password, code: codeAt(secret, house.now()) })
  const status = await during(url, { SECRET_KEY }, at, async (house) => (await signIn(house)).status)
  expect(status).toBe(200)
  await expect(openHouse(url)).rejects.toThrow(OtherSecretKey)
  await expect(openHouse(url, { SECRET_KEY: `${SECRET_KEY}x` })).rejects.toThrow(/SECRET_KEY is another one/)
  at += 2 * STEP
  const again = await during(url, { SECRET_KEY }, at, async (house) => (await signIn(house)).status)
  expect(again).toBe(200)
  const [code] = recoveryCodes
  const kept = await during(url, { SECRET_KEY }, at, (house) => login(house, { email, password, code }))
  expect(kept.status).toBe(200)
})

test('with a key of its own, what the database holds signs no token', async () => {
  const url = await world.newDatabaseUrl()
  const { access, refresh } = await during(url, {}, 0, (house) => house.signUp())
  await during(url, { SECRET_KEY }, 0, async (house) => {
    expect((await house.ask('GET', api.profile.path, { access })).status).toBe(401)
    expect((await house.ask('POST', api.refresh.path, { body: { refresh_token: refresh } })).status).toBe(200)
  })
})

test('a lock by wrong codes outlives a restart, and so do used codes', async () => {
  const url = await world.newDatabaseUrl()
  const before = await during(url, {}, 0, async (house) => {
    const account = await lockedAccount(house)
    const used = account.nextCode()
    const { email, password } = account
    expect((await login(house, { email, password, code: used })).status).toBe(200)
    for (let count = 0; count < 5; count++) await login(house, { email, password, code: 'none' })
    return { email, password, used, secret: account.secret, at: house.now() }
  })
  const { email, password, used, secret } = before
  await during(url, {}, before.at, async (house) => {
    expect(await login(house, { email, password, code: used })).toMatchObject({ body: { code: '2FA_LOCKED' } })
    house.later(15 * MINUTE)
    expect((await login(house, { email, password, code: codeAt(secret, house.now()) })).status).toBe(200)
  })
  const again = await during(url, {}, before.at + 15 * MINUTE, (house) =>
    login(house, { email, password, code: codeAt(secret, before.at + 15 * MINUTE) }),
  )
  expect(again.status).toBe(400)
})

test('a refresh token that was used before a key was set is as old as it was', async () => {
  const url = await world.newDatabaseUrl()
  const refresh = async (house: House, refresh_token: string) =>
    house.ask<{ refresh_token: string }>('POST', api.refresh.path, { body: { refresh_token } })
  const [first, third] = await during(url, {}, 0, async (house) => {
    const tokens = await house.signUp()
    const second = (await refresh(house, tokens.refresh)).body.refresh_token
    return [tokens.refresh, (await refresh(house, second)).body.refresh_token]
  })
  const [ofToday, ofBefore] = await during(url, { SECRET_KEY }, Date.now() + MINUTE, async (house) => [
    (await refresh(house, third)).status,
    (await refresh(house, first)).status,
  ])
  expect([ofToday, ofBefore]).toEqual([200, 401])
})
