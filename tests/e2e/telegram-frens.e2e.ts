/** Inviting others from inside Telegram, who is credited for them, and what Telegram puts on the home screen. */

import { describe, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../src/contract/api.ts'
import type { Mischief } from '../server/fake-telegram.ts'
import { type Launched, PROFILES, WAYS } from './telegram-host.ts'
import { arrive, dataOf, jumpTo, newId, signedIn, telegramStage } from './telegram-stage.ts'
import { messagesOf, PASSWORD, rememberMessages } from './visitor.ts'

const { open, context, bot, rows } = telegramStage()

const SENT = ['prepared_message_sent', undefined] as const
const failed = (error: string) => ['prepared_message_failed', { error }] as const

describe('an invitation', () => {
  /** Every message that Telegram keeps has a number of its own. */
  function numberMessages(): void {
    let kept = 0
    const keep: Mischief = (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ok: true, result: { id: `kept-${++kept}`, expiration_date: 2_000_000_000 } }))
    bot().misbehave('savePreparedInlineMessage', keep)
  }

  async function onFrens(launched: Launched): Promise<Launched> {
    await signedIn(launched)
    await jumpTo(launched, '/frens')
    await launched.app.getByText('startapp=r_').waitFor()
    return launched
  }
  const press = ({ app }: Launched) => app.getByRole('button', { name: 'Share' }).click()
  const asked = (launched: Launched) => dataOf(launched, 'web_app_send_prepared_message')
  const linked = (launched: Launched) => dataOf(launched, 'web_app_open_tg_link')
  const codeOf = async ({ app }: Launched) =>
    (/startapp=r_([1-9]\d{8})$/.exec((await app.getByText('startapp=r_').textContent()) ?? '') ?? [])[1] ?? 'no code'

  test.each(WAYS)('in %s is a message that Telegram keeps: sent, it says so; declined, nothing', async (way) => {
    numberMessages()
    await rememberMessages(context())
    const launched = await onFrens(await open({ way }))
    await launched.answer('web_app_send_prepared_message', failed('USER_DECLINED'), SENT)
    await press(launched)
    await expect.poll(() => asked(launched)).toEqual([{ id: 'kept-1' }])
    await press(launched)
    await launched.app.getByText('Invitation sent').waitFor()
    expect(await asked(launched)).toEqual([{ id: 'kept-1' }, { id: 'kept-2' }])
    expect(await linked(launched)).toEqual([])
    expect(await messagesOf(launched.app.locator('html'))).toEqual(['Invitation sent'])
  })

  test('whose message has expired is a new message, once', async () => {
    numberMessages()
    const launched = await onFrens(await open())
    await launched.answer('web_app_send_prepared_message', failed('MESSAGE_EXPIRED'), SENT)
    await press(launched)
    await launched.app.getByText('Invitation sent').waitFor()
    expect(await asked(launched)).toEqual([{ id: 'kept-1' }, { id: 'kept-2' }])
    expect(await linked(launched)).toEqual([])
    await launched.answer('web_app_send_prepared_message', failed('MESSAGE_EXPIRED'))
    await press(launched)
    await expect.poll(async () => (await linked(launched)).length).toBe(1)
    expect(await asked(launched)).toHaveLength(4)
  })

  test.each(WAYS)('in %s that cannot send a message is a link to share, with the code in it', async (way) => {
    numberMessages()
    const launched = await onFrens(await open({ way }))
    const code = await codeOf(launched)
    await launched.answer('web_app_send_prepared_message', failed('UNSUPPORTED'))
    await press(launched)
    await expect.poll(async () => (await linked(launched)).length).toBe(1)
    const [{ path_full }] = (await linked(launched)) as [{ path_full: string }]
    const { pathname, searchParams } = new URL(path_full, 'https://t.me')
    expect([pathname, searchParams.get('url')]).toEqual(['/share/url', `https://t.me/tern_bot?startapp=r_${code}`])
  })

  test('where Telegram is too old to be asked, or keeps no message, is the same link', async () => {
    const old = await onFrens(await open({ profile: { ...PROFILES.ios, version: '7.10' } }))
    bot().misbehave('savePreparedInlineMessage', (response) => response.writeHead(500).end())
    const none = await onFrens(await open())
    for (const launched of [old, none]) {
      await press(launched)
      await expect.poll(async () => (await linked(launched)).length).toBe(1)
      expect(await asked(launched)).toEqual([])
    }
    bot().misbehave('savePreparedInlineMessage', undefined)
  })

  test('can be copied, and has nine digits of a code in it', async () => {
    await context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const launched = await onFrens(await open({ way: 'a web view' }))
    await launched.app.getByRole('button', { name: 'Copy the link' }).click()
    await launched.app.getByText('Copied').waitFor()
    const copied = await launched.page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^https:\/\/t\.me\/tern_bot\?startapp=r_[1-9]\d{8}$/)
    expect(copied).toContain(await codeOf(launched))
  })

  test('that may not be copied says to do it by hand, and one press selects it', async () => {
    await context().addInitScript(() => {
      document.execCommand = () => false
    })
    const launched = await onFrens(await open({ profile: PROFILES.web }))
    await launched.app.getByRole('button', { name: 'Copy the link' }).click()
    await launched.app.getByText('Select and copy it yourself').waitFor()
    const link = launched.app.getByText('startapp=r_')
    await link.click()
    const selected = await link.evaluate(() => String(getSelection()))
    expect(selected.trim()).toBe((await link.textContent())?.trim())
  })
})

describe('who brought somebody', () => {
  type User = { readonly id: string; readonly referrer: string | null }

  async function member(): Promise<{ readonly id: string; readonly code: string }> {
    const email = `${crypto.randomUUID()}@example.com`
    const path = EXCHANGE_BASE + api.register.path
    await context().request.post(path, { data: { email, password: PASSWORD } })
    const [user] = await rows<{ id: string; code: string }>(
      'select id, referral_code::text as code from users where email = $1',
      [email],
    )
    return user ?? { id: 'nobody', code: 'none' }
  }
  const referrerOf = async (id: number): Promise<string | null | undefined> =>
    (await rows<User>('select id, referrer from users where telegram_id = $1', [id]))[0]?.referrer

  test('is who was signed, never who was written into the address beside it; nonsense is nobody', async () => {
    const [ann, bob] = [await member(), await member()]
    const launches = [
      { start: `r_${ann.code}`, path: '', by: ann.id },
      { start: ann.code, path: '', by: ann.id },
      { start: `r_${ann.code}`, path: `?tgWebAppStartParam=r_${bob.code}`, by: ann.id },
      { start: 'p_ETH', path: `?tgWebAppStartParam=r_${bob.code}`, by: null },
      { start: `r_${ann.code.slice(1)}`, path: '', by: null },
      { start: `r_${ann.code}0`, path: '', by: null },
      { start: `r_${ann.code.slice(1)}x`, path: '', by: null },
    ]
    const found: unknown[] = []
    for (const launch of launches) {
      const id = newId()
      const launched = await open({ ...launch, id, way: 'a web view' })
      await signedIn(launched)
      found.push({ ...launch, by: await referrerOf(id) })
      await launched.page.close()
    }
    expect(found).toEqual(launches)
  })

  test('is settled by the first launch', async () => {
    const [ann, bob] = [await member(), await member()]
    const ids = [newId(), newId()] as const
    for (const start of [undefined, `r_${ann.code}`])
      await signedIn(await open({ id: ids[0], ...(start && { start }) }))
    expect(await referrerOf(ids[0])).toBeNull()
    for (const { code } of [ann, bob]) await signedIn(await open({ id: ids[1], start: `r_${code}` }))
    expect(await referrerOf(ids[1])).toBe(ann.id)
  })
})

test.each(WAYS)('the home screen of the device is offered by %s where the app may not be there yet', async (way) => {
  const launched = await open({ way })
  await signedIn(launched)
  const row = launched.app.getByRole('button', { name: 'Add to home screen' })
  const offered = { missed: 1, added: 0, unknown: 1, unsupported: 0 }
  for (const [status, count] of Object.entries(offered)) {
    await launched.answer('web_app_check_home_screen', ['home_screen_checked', { status }])
    await jumpTo(launched, '/settings')
    await expect.poll(async () => [status, await row.count()]).toEqual([status, count])
    await launched.app.getByRole('button', { name: 'Currency, language and theme' }).waitFor()
    if (status === 'unknown') {
      await row.click()
      await expect.poll(() => dataOf(launched, 'web_app_add_to_home_screen')).toHaveLength(1)
      await expect.poll(() => row.count()).toBe(0)
    }
    await jumpTo(launched, '/frens')
    await arrive(launched, '/frens')
  }
})
