import { expect, test } from 'vitest'
import { readLaunch, takeLaunch } from '../../src/client/platform/launch.ts'

const initData = 'user=%7B%22id%22%3A1%7D&start_param=r_123456789&hash=00'
const hash = new URLSearchParams({
  tgWebAppData: initData,
  tgWebAppVersion: '9.1',
  tgWebAppPlatform: 'ios',
  tgWebAppThemeParams: '{"bg_color":"#ffffff"}',
}).toString()

/** A window, with a frame around it or not. */
function place(address: string, isFramed: boolean, kept: Record<string, string> = {}, isStorageClosed = false) {
  const { pathname, search, hash } = new URL(address, 'https://tern.example')
  const shown: string[] = []
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
  }
  const self = {
    location: { pathname, search, hash },
    history: { state: null, replaceState: (_state: unknown, _title: string, url: string) => shown.push(url) },
    get sessionStorage() {
      if (isStorageClosed) throw new Error('forbidden')
      return storage
    },
  }
  const window = Object.assign(self, { parent: isFramed ? {} : self })
  return { window: window as unknown as Window, shown, kept }
}

test('a launch is taken as it came, and leaves the address', () => {
  const { window, shown } = place(`/asset?symbol=BTC#${hash}`, true)
  expect(takeLaunch(window)).toEqual({
    initData,
    version: '9.1',
    client: 'ios',
    colors: { bg_color: '#ffffff' },
    start: { type: 'referral', code: '123456789' },
  })
  expect(shown).toEqual(['/asset?symbol=BTC'])
})

test('a reload goes on with it, but not with where its link led', () => {
  const { window, kept } = place(`/#${hash}`, true)
  takeLaunch(window)
  expect(takeLaunch(place('/wallet', true, kept).window)).toMatchObject({ initData, start: { type: 'nothing' } })
  expect(takeLaunch(place('/wallet', true, kept, true).window)).toBeUndefined()
})

test('a launch in a plain browser is none, keeps nothing, and leaves the address all the same', () => {
  const { window, shown, kept } = place(`/#${hash}`, false)
  expect([takeLaunch(window), shown, kept]).toEqual([undefined, ['/'], {}])
  expect(takeLaunch(place('/#content', true).window)).toBeUndefined()
  const native = place(`/#${hash}`, false, {}, true)
  Object.assign(native.window, { TelegramWebviewProxy: {} })
  expect(takeLaunch(native.window)?.client).toBe('ios')
})

test('what a link says is read where it was signed, else in the address; nonsense is nothing', () => {
  const startOf = (signed: string | undefined, search: string) =>
    readLaunch(String(new URLSearchParams({ tgWebAppData: signed ? `start_param=${signed}` : '' })), search, true).start
  expect(startOf('p_eth', '?tgWebAppStartParam=p_BTC')).toEqual({ type: 'pair', base: 'ETH' })
  expect(startOf(undefined, '?tgWebAppStartParam=ref_123456789')).toEqual({ type: 'referral', code: '123456789' })
  expect(startOf('123456789', '')).toEqual({ type: 'referral', code: '123456789' })
  for (const nonsense of ['r_12345678', 'r_0123456789', 'p_', 'p_B/C', 'x', ''])
    expect([nonsense, startOf(nonsense, '')]).toEqual([nonsense, { type: 'nothing' }])
  expect(readLaunch('tgWebAppVersion=x&tgWebAppThemeParams={', '', true)).toMatchObject({ version: '6.0', colors: {} })
})
