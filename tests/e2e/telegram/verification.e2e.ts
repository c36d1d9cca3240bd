/** The identity check inside a Telegram client that rejects methods of pages of other origins. */

import { describe, expect, test } from 'vitest'
import {
  currentPath,
  expectPath,
  navigateTo,
  openTab,
  recordPageErrors,
  sentData,
  signedIn,
  startTelegramBrowser,
  typeOrder,
} from '../../fixtures/browser/telegram-browser.ts'
import { EMBEDDINGS, type Launched, PROFILES } from '../../fixtures/browser/telegram-host.ts'

const { openApp, address, newContext } = startTelegramBrowser({
  GOOGLE_CLIENT_ID: 'tern',
  GOOGLE_CLIENT_SECRET: 'secret',
  GOOGLE_ISSUER: 'http://127.0.0.1:9',
})

/** Resolves to the page that the app asked Telegram to open. */
async function openedLink(launched: Launched): Promise<string> {
  await expect.poll(async () => (await sentData(launched, 'web_app_open_link')).length).toBe(1)
  const [data] = await sentData(launched, 'web_app_open_link')
  return (data as { readonly url: string }).url
}

describe.each(EMBEDDINGS)('A Telegram client that rejects other origins, in %s', (embedding) => {
  test('A user is verified in the browser that Telegram opens, and the app never leaves its origin', async () => {
    const launched = await openApp({ profile: PROFILES.strict, embedding })
    const errors = recordPageErrors(launched.page)
    const visited = new Set<string>()
    launched.page.on('framenavigated', (frame) => visited.add(new URL(frame.url()).origin))
    await signedIn(launched)
    const { app } = launched
    await openTab(launched, 'Trade')
    await typeOrder(launched, '61000', '0.01')
    await app.getByRole('button', { name: 'Buy BTC' }).click()
    await app.getByText('Order placed').first().waitFor()
    await navigateTo(launched, '/settings/identity')
    await app.getByRole('button', { name: 'Verify: Identity check' }).click()
    await app.getByRole('link', { name: 'Continue to the identity check' }).click()
    const url = await openedLink(launched)
    expect(url).toMatch(new RegExp(`^${address()}/play/verify/[\\w-]{32}$`))
    await app.getByText('Waiting for the result').waitFor()

    const browser = await newContext({})
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('go back to Tern in Telegram').waitFor()
    expect(await page.getByRole('link', { name: 'Back to Telegram' }).getAttribute('href')).toMatch(
      /^https:\/\/t\.me\/\w+\?startapp$/,
    )

    await app.getByText('Your identity is verified.').waitFor()
    await expectPath(launched, '/settings/identity')
    expect(currentPath(launched)).toBe('/settings/identity')
    expect([...visited].filter((origin) => origin !== address())).toEqual([])
    expect(await launched.rejectedEvents()).toEqual([])
    expect(errors).toEqual([])
  })

  test('A Google account is linked on the website, and the app never leaves its origin', async () => {
    const launched = await openApp({ profile: PROFILES.strict, embedding })
    await signedIn(launched)
    await navigateTo(launched, '/settings/security')
    await launched.app.getByRole('link', { name: 'Link Google on the website' }).click()
    expect(await openedLink(launched)).toBe(`${address()}/settings/security`)
    expect(currentPath(launched)).toBe('/settings/security')
    expect(await launched.rejectedEvents()).toEqual([])
  })

  test('The simulated Telegram client rejects a method of a page of another origin', async () => {
    const launched = await openApp({ profile: PROFILES.strict, embedding })
    await signedIn(launched)
    await launched.frame().goto(`${address().replace('127.0.0.1', 'localhost')}/tma/about`)
    await launched.frame().evaluate(() => {
      type Proxy = { readonly TelegramWebviewProxy?: { postEvent(type: string, data?: string): void } }
      const { TelegramWebviewProxy: proxy } = window as unknown as Proxy
      if (proxy) proxy.postEvent('web_app_close')
      else window.parent.postMessage(JSON.stringify({ eventType: 'web_app_close' }), '*')
    })
    const types = async () => (await launched.rejectedEvents()).map(({ type }) => type)
    await expect.poll(types).toContain('web_app_close')
    expect(await launched.sentEvents('web_app_close')).toEqual([])
  })
})
