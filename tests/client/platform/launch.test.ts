import { expect, test } from 'vitest'
import { parseLaunch, takeLaunch } from '../../../src/client/platform/launch.ts'

const initData = 'user=%7B%22id%22%3A1%7D&start_param=r_123456789&hash=00'
const hash = new URLSearchParams({
  tgWebAppData: initData,
  tgWebAppVersion: '9.1',
  tgWebAppPlatform: 'ios',
  tgWebAppThemeParams: '{"bg_color":"#ffffff"}',
}).toString()

/** A window, framed or not. */
function fakeWindow(address: string, isFramed: boolean, kept: Record<string, string> = {}, isStorageClosed = false) {
  const { pathname, search, hash } = new URL(address, 'https://tern.example')
  const replacedUrls: string[] = []
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
  }
  const self = {
    location: { pathname, search, hash },
    history: { state: null, replaceState: (_state: unknown, _title: string, url: string) => replacedUrls.push(url) },
    get sessionStorage() {
      if (isStorageClosed) throw new Error('forbidden')
      return storage
    },
  }
  const window = Object.assign(self, { parent: isFramed ? {} : self })
  return { window: window as unknown as Window, replacedUrls, kept }
}

test('A launch is parsed from the URL hash and removed from the address bar', () => {
  const { window, replacedUrls } = fakeWindow(`/asset?symbol=BTC#${hash}`, true)
  expect(takeLaunch(window)).toEqual({
    initData,
    version: '9.1',
    client: 'ios',
    colors: { bg_color: '#ffffff' },
    start: { type: 'referral', code: '123456789' },
  })
  expect(replacedUrls).toEqual(['/asset?symbol=BTC'])
})

test('A reload keeps the launch without its start parameter', () => {
  const { window, kept } = fakeWindow(`/#${hash}`, true)
  takeLaunch(window)
  expect(takeLaunch(fakeWindow('/wallet', true, kept).window)).toMatchObject({ initData, start: { type: 'nothing' } })
  expect(takeLaunch(fakeWindow('/wallet', true, kept, true).window)).toBeUndefined()
})

test('A launch hash in a plain browser is ignored, not stored, and removed from the address bar', () => {
  const { window, replacedUrls, kept } = fakeWindow(`/#${hash}`, false)
  expect([takeLaunch(window), replacedUrls, kept]).toEqual([undefined, ['/'], {}])
  expect(takeLaunch(fakeWindow('/#content', true).window)).toBeUndefined()
  const webView = fakeWindow(`/#${hash}`, false, {}, true)
  Object.assign(webView.window, { TelegramWebviewProxy: {} })
  expect(takeLaunch(webView.window)?.client).toBe('ios')
})

test('The start parameter is read from the signed data, else from the query, and an invalid one is ignored', () => {
  const startOf = (signed: string | undefined, search: string) =>
    parseLaunch(String(new URLSearchParams({ tgWebAppData: signed ? `start_param=${signed}` : '' })), search, true)
      .start
  expect(startOf('p_eth', '?tgWebAppStartParam=p_BTC')).toEqual({ type: 'pair', base: 'ETH' })
  expect(startOf(undefined, '?tgWebAppStartParam=ref_123456789')).toEqual({ type: 'referral', code: '123456789' })
  expect(startOf('123456789', '')).toEqual({ type: 'referral', code: '123456789' })
  for (const invalid of ['r_12345678', 'r_0123456789', 'r_', 'p_', 'p_B/C', 'x', ''])
    expect([invalid, startOf(invalid, '')]).toEqual([invalid, { type: 'nothing' }])
  expect(parseLaunch('tgWebAppVersion=x&tgWebAppThemeParams={', '', true)).toMatchObject({ version: '6.0', colors: {} })
})
