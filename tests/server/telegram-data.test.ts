import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTelegramData, type TelegramLogin } from '../../src/server/identity/telegram-data.ts'
import { BOT_TOKEN, initData, person, sealedInitData, widgetData } from './telegram-bot.ts'

const HOUR = 60 * 60 * 1_000
const NOW = 1_700_000_000_000
const ours = openTelegramData(BOT_TOKEN)
const idOf = (login: unknown): number => (login as TelegramLogin).telegramId

describe('init data', () => {
  // The example of docs.telegram-mini-apps.com, with the token that is printed beside it.
  const example = [
    'query_id=AAHdF6IQAAAAAN0XohDhrOrc',
    'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D',
    'auth_date=1662771648',
    'hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
  ].join('&')
  const documented = openTelegramData('5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8')
  const then = 1_662_771_648_000

  test('of the public example is taken, a day long', () => {
    expect(idOf(documented.readInitData(example, then))).toBe(279058397)
    expect(idOf(documented.readInitData(example, then + 24 * HOUR))).toBe(279058397)
    expect(documented.readInitData(example, then + 24 * HOUR + 1)).toBe('expired')
    expect(ours.readInitData(example, then)).toBe('invalid')
  })

  const good = initData(person(42), NOW, { start_param: 'r_123456789' })

  test('says who it is and how they came, whatever other fields were signed', () => {
    expect(ours.readInitData(good, NOW)).toMatchObject({ telegramId: 42, startParameter: 'r_123456789' })
    expect(idOf(ours.readInitData(initData(person(2 ** 52 - 1), NOW, { of_tomorrow: 'x' }), NOW))).toBe(2 ** 52 - 1)
    // A form writes a space as a plus.
    expect(idOf(ours.readInitData(initData(person(7), NOW).replaceAll('%20', '+'), NOW))).toBe(7)
  })

  test('from the future is not believed, beyond what clocks differ by', () => {
    expect(idOf(ours.readInitData(good, NOW - 30_000))).toBe(42)
    expect(ours.readInitData(good, NOW - 31_000)).toBe('invalid')
  })

  test('with anything added, doubled, missing or joined is invalid', () => {
    const at = String(NOW / 1_000)
    const spoiled = [
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
      // The same lines under the seal, by one field less.
      good.replace('&chat_type=private', '%0Achat_type%3Dprivate'),
      `${good}%`,
      '',
      'hash',
    ]
    for (const text of spoiled) expect([text, ours.readInitData(text, NOW)]).toEqual([text, 'invalid'])
    const strange = [
      { user: '{}' },
      { user: 'null' },
      { user: '{"id":"x"}' },
      { user: `{"id":${2 ** 52}}` },
      { user: '{' },
    ]
    for (const fields of [...strange, {}])
      expect(ours.readInitData(sealedInitData({ ...fields, auth_date: at }), NOW)).toBe('invalid')
    for (const auth_date of ['', '0', '-1', `${at}.5`, `0${at}`, 'now'])
      expect(ours.readInitData(sealedInitData({ user: '{"id":1}', auth_date }), NOW)).toBe('invalid')
  })

  test('of another bot is invalid', () => {
    const fields = { user: JSON.stringify(person(42)), auth_date: String(NOW / 1_000) }
    expect(idOf(ours.readInitData(sealedInitData(fields), NOW))).toBe(42)
    expect(ours.readInitData(sealedInitData(fields, '1234567:TESt'), NOW)).toBe('invalid')
  })

  test('with one character changed, added or lost anywhere is never taken', () => {
    /** What it says is the same: `%2f` for `%2F`, and the like. */
    const saysTheSame = (text: string): boolean =>
      JSON.stringify([...new URLSearchParams(text)]) === JSON.stringify([...new URLSearchParams(good)])
    const mutated = fc
      .tuple(fc.nat(good.length - 1), fc.constantFrom('', '0', 'a', 'F', '%', '&', '=', '+', '\n', 'é'), fc.boolean())
      .map(([at, put, keeps]) => good.slice(0, at) + put + good.slice(keeps ? at : at + 1))
      .filter((text) => text !== good && !saysTheSame(text))
    fc.assert(
      fc.property(mutated, (text) => ours.readInitData(text, NOW) === 'invalid'),
      { numRuns: 200 },
    )
  })
})

describe('widget data', () => {
  test('is taken for five minutes', () => {
    // Made apart from this code: token 1234567:TEST, at 1700000000.
    const known = {
      auth_date: 1_700_000_000,
      first_name: 'Ann',
      id: 42,
      username: 'ann',
      hash: '6fd3dff0eab870c67c2494402d190b33270cab7276daf42144c4b8e4a5402d54',
    }
    expect(idOf(ours.readWidgetData(known, NOW))).toBe(42)
    expect(idOf(ours.readWidgetData(widgetData(42, NOW), NOW + 5 * 60_000))).toBe(42)
    expect(ours.readWidgetData(known, NOW + 5 * 60_000 + 1)).toBe('expired')
    expect(ours.readWidgetData(known, NOW - 31_000)).toBe('invalid')
  })

  test('is signed to the last field, by this bot', () => {
    const good = widgetData(42, NOW)
    const { hash: _hash, ...unsigned } = good
    const { username: _username, ...shorter } = good
    const spoiled = [{ ...good, id: 43 }, { ...good, photo_url: 'https://t.me/a.jpg' }, shorter, unsigned, {}]
    for (const fields of [...spoiled, widgetData(42, NOW, '1234567:TESt')])
      expect(ours.readWidgetData(fields as typeof good, NOW)).toBe('invalid')
  })

  test('and init data do not pass for each other', () => {
    const widget = widgetData(42, NOW)
    const asText = Object.entries({ ...widget, user: '{"id":42}' }).map(([name, value]) => `${name}=${value}`)
    expect(ours.readInitData(asText.join('&'), NOW)).toBe('invalid')
    const fields = Object.fromEntries(new URLSearchParams(sealedInitData({ id: '42', auth_date: String(NOW / 1_000) })))
    expect(ours.readWidgetData(fields, NOW)).toBe('invalid')
  })
})
