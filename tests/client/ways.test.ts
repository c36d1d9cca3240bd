import { expect, test } from 'vitest'
import { googleToLinkAtom, goToGoogleAtom } from '../../src/client/atoms/google.ts'
import { shownWaysAtom, waysAtom } from '../../src/client/atoms/ways.ts'
import { takeArrival } from '../../src/client/platform/arrival.ts'
import { readArrival } from '../../src/client/platform/read-arrival.ts'
import { api } from '../../src/contract/api.ts'
import { fakeStore, memoryKeep } from './fake-host.ts'

/** An address bar; what stands in it afterwards. */
function at(address: string) {
  const url = new URL(address, 'https://tern.example')
  let left = url.pathname + url.search + url.hash
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, path: string) => {
      left = path
    },
  }
  const place = { location: url, history } as unknown as Window
  const arrival = takeArrival(place)
  return { arrival, left }
}
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

const brought: readonly (readonly [string, unknown])[] = [
  ['/register?code=c&state=s&iss=https://idp.example', { way: 'google', code: 'c', state: 's' }],
  ['/register?error=access_denied&state=s', { way: 'google', code: null, state: 's' }],
  [`/login#tgAuthResult=${base64({ id: 7, hash: 'ä' })}`, { way: 'telegram', fields: { id: 7, hash: 'ä' } }],
  ['/register#tgAuthResult=false', { way: 'telegram', fields: {} }],
  [`/login#tgAuthResult=${base64({ id: 7, evil: { deep: 1 } })}`, { way: 'telegram', fields: { id: 7 } }],
  ['/login?id=7&hash=h&auth_date=1&evil=x', { way: 'telegram', fields: { id: '7', hash: 'h', auth_date: '1' } }],
]

test.each(brought)('%s is taken, and leaves nothing in the address', (address, evidence) => {
  const { arrival, left } = at(address)
  expect(left).toBe(new URL(address, 'https://tern.example').pathname)
  expect(arrival && readArrival(arrival)).toEqual(evidence)
})

test.each(['/reset#token=t', '/confirm#token=t'])('%s is taken as well', (address) => {
  expect(at(address)).toMatchObject({ arrival: { hash: '#token=t' }, left: address.slice(0, address.indexOf('#')) })
})

test.each([
  '/register',
  '/register?ref_code=123456789',
  '/login?next=/wallet',
  '/trade?state=s&code=c',
  '/#token=t',
  '/login#token=t',
])('%s brings nothing, and stays', (address) => {
  expect(at(address)).toEqual({ arrival: undefined, left: address })
})

const none = { telegram: null, google: null, mail: 'off' } as const
const all = {
  telegram: { bot_id: '1' },
  google: { authorization_endpoint: 'https://idp.example/auth', client_id: 'tern' },
  mail: 'smtp',
} as const

test.each([
  ['play', none, { google: true, telegram: true, mail: 'off' }],
  ['play', all, { google: true, telegram: true, mail: 'smtp' }],
  ['live', none, { google: false, telegram: false, mail: 'off' }],
  ['live', all, { google: true, telegram: true, mail: 'smtp' }],
] as const)('with %s money and %j, %j is shown', async (mode, value, shown) => {
  const { store } = fakeStore({ [api.ways.path]: { ok: true, value } }, memoryKeep({ mode }))
  await store.set(waysAtom, 'refresh')
  expect(store.get(shownWaysAtom)).toEqual(shown)
})

test('what came back from Google to be linked is gone when its reader goes elsewhere', () => {
  const { store } = fakeStore()
  store.set(googleToLinkAtom, { authentication_code: 'c' })
  const leave = store.sub(googleToLinkAtom, () => undefined)
  expect(store.get(googleToLinkAtom)).toEqual({ authentication_code: 'c' })
  leave()
  expect(store.get(googleToLinkAtom)).toBeUndefined()
})

test.each([
  ['no answer yet', undefined, { kind: 'error', title: 'The exchange cannot be reached. Try again in a moment.' }],
  ['none', null, { kind: 'blank', title: 'Google sign-in is off here' }],
  [
    'one that is away',
    { authorization_endpoint: null, client_id: 'tern' },
    {
      kind: 'error',
      title: 'Google authorization failed',
      detail: 'Google cannot be reached right now. Try again in a moment.',
    },
  ],
] as const)('with %s of Google the press says so and goes nowhere', async (_name, google, notice) => {
  const replies = google === undefined ? {} : { [api.ways.path]: { ok: true, value: { ...none, google } } as const }
  const { store, notices } = fakeStore(replies)
  await store.set(waysAtom, 'refresh')
  await store.set(goToGoogleAtom, '/')
  expect(notices).toMatchObject([notice])
})
