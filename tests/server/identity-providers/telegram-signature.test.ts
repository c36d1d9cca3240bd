import { describe, expect, test } from 'vitest'
import {
  openTelegramSignatures,
  type TelegramLogin,
} from '../../../src/server/identity-providers/telegram-signature.ts'
import fc from '../../fixtures/fast-check.ts'
import { BOT_TOKEN, initData, signedInitData, telegramUser, widgetData } from '../../fixtures/telegram-signer.ts'

const HOUR = 60 * 60 * 1_000
const NOW = 1_700_000_000_000
const signatures = openTelegramSignatures(BOT_TOKEN)
const idOf = (login: unknown): number => (login as TelegramLogin).telegramId

describe('init data', () => {
  // The example of docs.telegram-mini-apps.com with its token.
  const example = [
    'query_id=AAHdF6IQAAAAAN0XohDhrOrc',
    'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D',
    'auth_date=1662771648',
    'hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
  ].join('&')
  const documented = openTelegramSignatures('5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8')
  const documentedAt = 1_662_771_648_000

  test('Init data of the documented example is valid for a day', () => {
    expect(idOf(documented.readInitData(example, documentedAt))).toBe(279058397)
    expect(idOf(documented.readInitData(example, documentedAt + 24 * HOUR))).toBe(279058397)
    expect(documented.readInitData(example, documentedAt + 24 * HOUR + 1)).toBe('expired')
    expect(signatures.readInitData(example, documentedAt)).toBe('invalid')
  })

  const good = initData(telegramUser(42), NOW, { start_param: 'r_123456789' })

  test('Init data yields the Telegram id and the start parameter and may have other fields', () => {
    expect(signatures.readInitData(good, NOW)).toMatchObject({ telegramId: 42, startParameter: 'r_123456789' })
    expect(idOf(signatures.readInitData(initData(telegramUser(2 ** 52 - 1), NOW, { of_tomorrow: 'x' }), NOW))).toBe(
      2 ** 52 - 1,
    )
    // Form encoding writes a space as a plus.
    expect(idOf(signatures.readInitData(initData(telegramUser(7), NOW).replaceAll('%20', '+'), NOW))).toBe(7)
  })

  test('Init data from the future is invalid beyond a clock skew of 30 s', () => {
    expect(idOf(signatures.readInitData(good, NOW - 30_000))).toBe(42)
    expect(signatures.readInitData(good, NOW - 31_000)).toBe('invalid')
  })

  test('Init data with added, repeated, missing or joined fields is invalid', () => {
    const at = String(NOW / 1_000)
    const modified = [
      `${good}&premium=1`,
      `${good}&chat_type=private`,
      `${good}&`,
      `&${good}`,
      `${good}&${good}`,
      good.replace('&chat_type=private', ''),
      good.replace(/&hash=.*/, ''),
      good.replace(/&hash=/, '&hash=0'),
      good.replace(/&hash=.*/, `&hash=${'0'.repeat(64)}`),
      good.replace(/hash=(.*)/, (_, hash: string) => `hash=${hash.toUpperCase()}`),
      // The same signed lines in one field less.
      good.replace('&chat_type=private', '%0Achat_type%3Dprivate'),
      `${good}%`,
      '',
      'hash',
    ]
    for (const text of modified) expect([text, signatures.readInitData(text, NOW)]).toEqual([text, 'invalid'])
    const unusual = [
      { user: '{}' },
      { user: 'null' },
      { user: '{"id":"x"}' },
      { user: `{"id":${2 ** 52}}` },
      { user: '{' },
    ]
    for (const fields of [...unusual, {}])
      expect(signatures.readInitData(signedInitData({ ...fields, auth_date: at }), NOW)).toBe('invalid')
    for (const auth_date of ['', '0', '-1', `${at}.5`, `0${at}`, 'now'])
      expect(signatures.readInitData(signedInitData({ user: '{"id":1}', auth_date }), NOW)).toBe('invalid')
  })

  test('Init data of another bot is invalid', () => {
    const fields = { user: JSON.stringify(telegramUser(42)), auth_date: String(NOW / 1_000) }
    expect(idOf(signatures.readInitData(signedInitData(fields), NOW))).toBe(42)
    expect(signatures.readInitData(signedInitData(fields, '1234567:TESt'), NOW)).toBe('invalid')
  })

  test('Init data with one character changed, added or removed is invalid', () => {
    /** Whether the decoded fields are equal, for example `%2f` for `%2F`. */
    const hasSameFields = (text: string): boolean =>
      JSON.stringify([...new URLSearchParams(text)]) === JSON.stringify([...new URLSearchParams(good)])
    const mutated = fc
      .tuple(fc.nat(good.length - 1), fc.constantFrom('', '0', 'a', 'F', '%', '&', '=', '+', '\n', 'é'), fc.boolean())
      .map(([at, put, keeps]) => good.slice(0, at) + put + good.slice(keeps ? at : at + 1))
      .filter((text) => text !== good && !hasSameFields(text))
    fc.assert(
      fc.property(mutated, (text) => signatures.readInitData(text, NOW) === 'invalid'),
      { numRuns: 200 },
    )
  })
})

describe('widget data', () => {
  test('Widget data is valid for five minutes', () => {
    // Created independently of this code: token 1234567:TEST, at 1700000000.
    const known = {
      auth_date: 1_700_000_000,
      first_name: 'Ann',
      id: 42,
      username: 'ann',
      hash: '6fd3dff0eab870c67c2494402d190b33270cab7276daf42144c4b8e4a5402d54',
    }
    expect(idOf(signatures.readWidgetData(known, NOW))).toBe(42)
    expect(idOf(signatures.readWidgetData(widgetData(42, NOW), NOW + 5 * 60_000))).toBe(42)
    expect(signatures.readWidgetData(known, NOW + 5 * 60_000 + 1)).toBe('expired')
    expect(signatures.readWidgetData(known, NOW - 31_000)).toBe('invalid')
  })

  test('Widget data with any changed field or of another bot is invalid', () => {
    const good = widgetData(42, NOW)
    const { hash: _hash, ...unsigned } = good
    const { username: _username, ...shorter } = good
    const modified = [{ ...good, id: 43 }, { ...good, photo_url: 'https://t.me/a.jpg' }, shorter, unsigned, {}]
    for (const fields of [...modified, widgetData(42, NOW, '1234567:TESt')])
      expect(signatures.readWidgetData(fields as typeof good, NOW)).toBe('invalid')
  })

  test('Widget data is invalid as init data, and init data as widget data', () => {
    const widget = widgetData(42, NOW)
    const asText = Object.entries({ ...widget, user: '{"id":42}' }).map(([name, value]) => `${name}=${value}`)
    expect(signatures.readInitData(asText.join('&'), NOW)).toBe('invalid')
    const fields = Object.fromEntries(new URLSearchParams(signedInitData({ id: '42', auth_date: String(NOW / 1_000) })))
    expect(signatures.readWidgetData(fields, NOW)).toBe('invalid')
  })
})
