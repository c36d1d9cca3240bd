import { expect, test } from 'vitest'
import { takeCallback } from '../../../../src/client/platform/callback-address.ts'
import { parseOauthCallback } from '../../../../src/client/platform/parse-oauth-callback.ts'
import type { MiniApp } from '../../../../src/client/platform/platform.ts'
import { hostAtom } from '../../../../src/client/state/app/host.ts'
import { googleToLinkAtom, startGoogleLoginAtom } from '../../../../src/client/state/auth/google-login.ts'
import { loginMethodsAtom, shownLoginMethodsAtom } from '../../../../src/client/state/auth/login-methods.ts'
import { api } from '../../../../src/contract/api.ts'
import { fakeStore, memoryStorage } from '../../../fixtures/fake-host.ts'

/** Takes the callback from a URL. `left` is the URL afterwards. */
function callbackOf(address: string) {
  const url = new URL(address, 'https://tern.example')
  let left = url.pathname + url.search + url.hash
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, path: string) => {
      left = path
    },
  }
  const window = { location: url, history } as unknown as Window
  const callback = takeCallback(window)
  return { callback, left }
}
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

const callbacks: readonly (readonly [string, unknown])[] = [
  ['/register?code=c&state=s&iss=https://idp.example', { method: 'google', code: 'c', state: 's' }],
  ['/register?error=access_denied&state=s', { method: 'google', code: null, state: 's' }],
  [`/login#tgAuthResult=${base64({ id: 7, hash: 'ä' })}`, { method: 'telegram', fields: { id: 7, hash: 'ä' } }],
  ['/register#tgAuthResult=false', { method: 'telegram', fields: {} }],
  [`/login#tgAuthResult=${base64({ id: 7, evil: { deep: 1 } })}`, { method: 'telegram', fields: { id: 7 } }],
  ['/login?id=7&hash=h&auth_date=1&evil=x', { method: 'telegram', fields: { id: '7', hash: 'h', auth_date: '1' } }],
]

test.each(callbacks)('The OAuth callback %s is parsed and removed from the address bar', (address, expected) => {
  const { callback, left } = callbackOf(address)
  expect(left).toBe(new URL(address, 'https://tern.example').pathname)
  expect(callback && parseOauthCallback(callback)).toEqual(expected)
})

test.each(['/reset#token=t', '/confirm#token=t'])(
  'The email link %s is taken and its token removed from the address bar',
  (address) => {
    expect(callbackOf(address)).toMatchObject({
      callback: { hash: '#token=t' },
      left: address.slice(0, address.indexOf('#')),
    })
  },
)

test.each([
  '/register',
  '/register?ref_code=123456789',
  '/login?next=/wallet',
  '/trade?state=s&code=c',
  '/#token=t',
  '/login#token=t',
])('The URL %s is not a callback and stays unchanged', (address) => {
  expect(callbackOf(address)).toEqual({ callback: undefined, left: address })
})

const none = { telegram: null, google: null, mail: 'off' } as const
const all = {
  telegram: { bot_id: '1', chat_link: null },
  google: { authorization_endpoint: 'https://idp.example/auth', client_id: 'tern' },
  mail: 'smtp',
} as const

test.each([
  ['play', none, { google: 'off', telegram: 'off', email: 'off' }],
  ['play', all, { google: 'on', telegram: 'on', email: 'smtp' }],
  ['live', none, { google: 'off', telegram: 'off', email: 'off' }],
  ['live', all, { google: 'on', telegram: 'on', email: 'smtp' }],
] as const)('In %s mode with sign-in methods %j, the login page shows %j', async (mode, value, shown) => {
  const { store } = fakeStore({ [api.ways.path]: { ok: true, value } }, memoryStorage({ mode }))
  await store.set(loginMethodsAtom, 'refresh')
  expect(store.get(shownLoginMethodsAtom)).toEqual(shown)
})

test('The Google and Telegram buttons of the login page are disabled until the server has said which ones work', () => {
  const { store } = fakeStore()
  expect(store.get(shownLoginMethodsAtom)).toMatchObject({ google: 'loading', telegram: 'loading' })
})

test('Inside Telegram a configured login method is left to the website, and no other is shown', async () => {
  const { store, host } = fakeStore({ [api.ways.path]: { ok: true, value: { ...all, telegram: null } } })
  store.set(hostAtom, { ...host, platform: { ...host.platform, miniApp: {} as MiniApp } })
  await store.set(loginMethodsAtom, 'refresh')
  expect(store.get(shownLoginMethodsAtom)).toMatchObject({ google: 'website', telegram: 'hidden' })
})

test('A Google code for linking is dropped when the settings page closes', () => {
  const { store } = fakeStore()
  store.set(googleToLinkAtom, { authentication_code: 'c' })
  const unsubscribe = store.sub(googleToLinkAtom, () => undefined)
  expect(store.get(googleToLinkAtom)).toEqual({ authentication_code: 'c' })
  unsubscribe()
  expect(store.get(googleToLinkAtom)).toBeUndefined()
})

test.each([
  ['no reply yet', undefined, { kind: 'error', title: "Can't connect right now. Check your internet and try again." }],
  ['no configuration', null, { kind: 'blank', title: "Google sign-in isn't available yet" }],
  [
    'an unreachable provider',
    { authorization_endpoint: null, client_id: 'tern' },
    {
      kind: 'error',
      title: 'Google authorization failed',
      detail: "Can't reach Google right now. Try again in a moment.",
    },
  ],
] as const)('Google sign-in with %s shows a message and does not navigate', async (_name, google, notice) => {
  const replies = google === undefined ? {} : { [api.ways.path]: { ok: true, value: { ...none, google } } as const }
  const { store, toasts } = fakeStore(replies)
  await store.set(loginMethodsAtom, 'refresh')
  await store.set(startGoogleLoginAtom, '/')
  expect(toasts).toMatchObject([notice])
})
