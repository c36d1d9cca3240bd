/** Invitations and referrals inside Telegram, and the home screen shortcut. */

import { describe, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import { PASSWORD, recordedMessages, recordMessages } from '../../fixtures/browser/page-actions.ts'
import {
  expectPath,
  navigateTo,
  newId,
  sentData,
  signedIn,
  signInitData,
  startTelegramBrowser,
} from '../../fixtures/browser/telegram-browser.ts'
import { EMBEDDINGS, type Launched, launch, PROFILES, type Profile } from '../../fixtures/browser/telegram-host.ts'
import type { Fault } from '../../fixtures/fake-telegram.ts'

/** Telegram takes pictures from sites with https only. */
const SITE = 'https://tern.example'
const { openApp, context, address, host, bot, queryRows } = startTelegramBrowser({ PUBLIC_URL: SITE })

const SENT = ['prepared_message_sent', undefined] as const
const failed = (error: string) => ['prepared_message_failed', { error }] as const

describe('An invitation', () => {
  /** Gives every prepared message its own id. */
  function numberMessages(): void {
    let count = 0
    const reply: Fault = (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ok: true, result: { id: `kept-${++count}`, expiration_date: 2_000_000_000 } }))
    bot().setFault('savePreparedInlineMessage', reply)
  }

  async function onFrens(launched: Launched): Promise<Launched> {
    await signedIn(launched)
    await navigateTo(launched, '/frens')
    await launched.app.getByText('startapp=r_').waitFor()
    return launched
  }
  const clickShare = ({ app }: Launched) => app.getByRole('button', { name: 'Invite friends' }).click()
  const preparedMessages = (launched: Launched) => sentData(launched, 'web_app_send_prepared_message')
  const openedLinks = (launched: Launched) => sentData(launched, 'web_app_open_tg_link')
  const codeOf = async ({ app }: Launched) =>
    (/startapp=r_([1-9]\d{8})$/.exec((await app.getByText('startapp=r_').textContent()) ?? '') ?? [])[1] ?? 'no code'

  test.each(EMBEDDINGS)(
    'The Invite button in %s sends a prepared message, and shows a confirmation only if the user sent it',
    async (embedding) => {
      numberMessages()
      await recordMessages(context())
      const launched = await onFrens(await openApp({ embedding }))
      await launched.setReplies('web_app_send_prepared_message', failed('USER_DECLINED'), SENT)
      await clickShare(launched)
      await expect.poll(() => preparedMessages(launched)).toEqual([{ id: 'kept-1' }])
      await clickShare(launched)
      await launched.app.getByText('Invitation sent').waitFor()
      expect(await preparedMessages(launched)).toEqual([{ id: 'kept-1' }, { id: 'kept-2' }])
      expect(await openedLinks(launched)).toEqual([])
      expect(await recordedMessages(launched.app.locator('html'))).toEqual(['Invitation sent'])
    },
  )

  test('An expired invitation message is prepared again once', async () => {
    numberMessages()
    const launched = await onFrens(await openApp())
    await launched.setReplies('web_app_send_prepared_message', failed('MESSAGE_EXPIRED'), SENT)
    await clickShare(launched)
    await launched.app.getByText('Invitation sent').waitFor()
    expect(await preparedMessages(launched)).toEqual([{ id: 'kept-1' }, { id: 'kept-2' }])
    expect(await openedLinks(launched)).toEqual([])
    await launched.setReplies('web_app_send_prepared_message', failed('MESSAGE_EXPIRED'))
    await clickShare(launched)
    await expect.poll(async () => (await openedLinks(launched)).length).toBe(1)
    expect(await preparedMessages(launched)).toHaveLength(4)
  })

  test.each(EMBEDDINGS)(
    'The Invite button in %s shares a link with the referral code where prepared messages are unsupported',
    async (embedding) => {
      numberMessages()
      const launched = await onFrens(await openApp({ embedding }))
      const code = await codeOf(launched)
      await launched.setReplies('web_app_send_prepared_message', failed('UNSUPPORTED'))
      await clickShare(launched)
      await expect.poll(async () => (await openedLinks(launched)).length).toBe(1)
      const [{ path_full }] = (await openedLinks(launched)) as [{ path_full: string }]
      const { pathname, searchParams } = new URL(path_full, 'https://t.me')
      expect([pathname, searchParams.get('url')]).toEqual(['/share/url', `https://t.me/tern_bot?startapp=r_${code}`])
    },
  )

  test('The Invite button shares the link if Telegram is too old or cannot prepare the message', async () => {
    const old = await onFrens(await openApp({ profile: { ...PROFILES.ios, version: '7.10' } }))
    bot().setFault('savePreparedInlineMessage', (response) => response.writeHead(500).end())
    const none = await onFrens(await openApp())
    for (const launched of [old, none]) {
      await clickShare(launched)
      await expect.poll(async () => (await openedLinks(launched)).length).toBe(1)
      expect(await preparedMessages(launched)).toEqual([])
    }
    bot().setFault('savePreparedInlineMessage', undefined)
  })

  test('The invitation link can be copied and has a code of nine digits', async () => {
    await context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const launched = await onFrens(await openApp({ embedding: 'a web view' }))
    await launched.app.getByRole('button', { name: 'Copy link' }).click()
    await launched.app.getByText('Copied').waitFor()
    const copied = await launched.page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^https:\/\/t\.me\/tern_bot\?startapp=r_[1-9]\d{8}$/)
    expect(copied).toContain(await codeOf(launched))
  })

  test('An invitation link that cannot be copied shows a hint, and a click selects it', async () => {
    await context().addInitScript(() => {
      document.execCommand = () => false
    })
    const launched = await onFrens(await openApp({ profile: PROFILES.web }))
    await launched.app.getByRole('button', { name: 'Copy link' }).click()
    await launched.app.getByText("Couldn't copy. Select the text and copy it manually.").waitFor()
    const link = launched.app.getByText('startapp=r_')
    await link.click()
    // The frame may have a process of its own, which handles the click later.
    await expect.poll(() => link.evaluate(() => String(getSelection()).trim())).toBe((await link.textContent())?.trim())
  })
})

describe('A story', () => {
  /** Opens the page of friends at the address of the site, whose requests the test server answers. */
  async function onFrensOfSite(profile: Profile): Promise<Launched> {
    await context().route(`${SITE}/**`, async (route) =>
      route.fulfill({ response: await route.fetch({ url: route.request().url().replace(SITE, address()) }) }),
    )
    const options = { initData: signInitData(), profile, path: '/frens', embedding: 'a web view' } as const
    const launched = await launch(context(), host(), SITE, options)
    await launched.app.getByText('startapp=r_').waitFor()
    return launched
  }
  const storyButton = ({ app }: Launched) => app.getByRole('button', { name: 'Share to story' })

  test('The story button opens the story editor with the picture of the site and the invitation link', async () => {
    const launched = await onFrensOfSite(PROFILES.ios)
    const link = `https://${await launched.app.getByText('startapp=r_').textContent()}`
    await storyButton(launched).click()
    await expect
      .poll(() => sentData(launched, 'web_app_share_to_story'))
      .toEqual([{ media_url: `${SITE}/story.jpg`, text: expect.stringContaining(`\n${link}`) }])
    const tap = { type: 'impact', impact_style: 'light' }
    expect(await sentData(launched, 'web_app_trigger_haptic_feedback')).toEqual([tap])
  })

  test('The story button is only in phone clients that know stories, and only where the site has https', async () => {
    const without = [
      await onFrensOfSite({ ...PROFILES.ios, version: '7.7' }),
      await onFrensOfSite(PROFILES.silent),
      await openApp({ path: '/frens' }),
    ]
    for (const launched of without) {
      await launched.app.getByRole('button', { name: 'Show QR code' }).waitFor()
      expect(await storyButton(launched).count()).toBe(0)
    }
    expect(await storyButton(await onFrensOfSite({ ...PROFILES.quick, version: '7.8' })).count()).toBe(1)
  })
})

describe('The referrer', () => {
  type User = { readonly id: string; readonly referrer: string | null }

  async function signUpMember(): Promise<{ readonly id: string; readonly code: string }> {
    const email = `${crypto.randomUUID()}@example.com`
    const path = EXCHANGE_BASE + api.register.path
    await context().request.post(path, { data: { email, password: PASSWORD } })
    const [user] = await queryRows<{ id: string; code: string }>(
      'select id, referral_code::text as code from users where email = $1',
      [email],
    )
    return user ?? { id: 'nobody', code: 'none' }
  }
  const referrerOf = async (id: number): Promise<string | null | undefined> =>
    (await queryRows<User>('select id, referrer from users where telegram_id = $1', [id]))[0]?.referrer

  test('The referrer comes from the signed start parameter only, and an invalid code is ignored', async () => {
    const [ann, bob] = [await signUpMember(), await signUpMember()]
    const launches = [
      { startParameter: `r_${ann.code}`, path: '', by: ann.id },
      { startParameter: ann.code, path: '', by: ann.id },
      { startParameter: `r_${ann.code}`, path: `?tgWebAppStartParam=r_${bob.code}`, by: ann.id },
      { startParameter: 'p_ETH', path: `?tgWebAppStartParam=r_${bob.code}`, by: null },
      { startParameter: `r_${ann.code.slice(1)}`, path: '', by: null },
      { startParameter: `r_${ann.code}0`, path: '', by: null },
      { startParameter: `r_${ann.code.slice(1)}x`, path: '', by: null },
    ]
    const found: unknown[] = []
    for (const launch of launches) {
      const id = newId()
      const launched = await openApp({ ...launch, id, embedding: 'a web view' })
      await signedIn(launched)
      found.push({ ...launch, by: await referrerOf(id) })
      await launched.page.close()
    }
    expect(found).toEqual(launches)
  })

  test('The referrer is set at the first launch and never changes', async () => {
    const [ann, bob] = [await signUpMember(), await signUpMember()]
    const ids = [newId(), newId()] as const
    for (const start of [undefined, `r_${ann.code}`])
      await signedIn(await openApp({ id: ids[0], ...(start && { startParameter: start }) }))
    expect(await referrerOf(ids[0])).toBeNull()
    for (const { code } of [ann, bob]) await signedIn(await openApp({ id: ids[1], startParameter: `r_${code}` }))
    expect(await referrerOf(ids[1])).toBe(ann.id)
  })
})

test.each(EMBEDDINGS)(
  'The appearance settings in %s offer the home screen shortcut unless it exists or is unsupported',
  async (embedding) => {
    const launched = await openApp({ embedding })
    await signedIn(launched)
    const row = launched.app.getByRole('button', { name: 'Add to home screen' })
    const offered = { missed: 1, added: 0, unknown: 1, unsupported: 0 }
    for (const [status, count] of Object.entries(offered)) {
      await launched.setReplies('web_app_check_home_screen', ['home_screen_checked', { status }])
      await navigateTo(launched, '/settings/appearance')
      await expect.poll(async () => [status, await row.count()]).toEqual([status, count])
      await launched.app.getByText('Confirm every market order').waitFor()
      if (status === 'unknown') {
        await row.click()
        await expect.poll(() => sentData(launched, 'web_app_add_to_home_screen')).toHaveLength(1)
        await expect.poll(() => row.count()).toBe(0)
      }
      await navigateTo(launched, '/frens')
      await expectPath(launched, '/frens')
    }
  },
)
