/** Deposits on TON from a wallet app that is reached over its bridge. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../fixtures/browser/page-actions.ts'
import { desktop, phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'
import { startTonBridge, type TonBridge } from '../fixtures/browser/ton-bridge.ts'
import { openTonWallet } from '../fixtures/browser/ton-wallet.ts'

let bridge: TonBridge
beforeAll(async () => {
  bridge = await startTonBridge()
})
afterAll(() => bridge?.stop())
const settings = { PLAY_CHAIN: 'on', TONCONNECT: 'on', PUBLIC_URL: 'https://tern.example' }
const { openContext, address } = startTestBrowser(settings, () => bridge.browserArgs)

const SLOW = { timeout: 60_000 }

const sheet = (page: Page) => page.getByRole('dialog').last()

/** From the deposit sheet to the waiting for Tonkeeper. Returns the link that connects it. */
async function choose(page: Page): Promise<string> {
  await page.goto('/wallet?deposit&currency=TON')
  await sheet(page).getByRole('button', { name: 'Pay with wallet' }).click()
  await sheet(page).getByLabel('Amount in TON').fill('2')
  for (const name of ['Wallet in Telegram', 'MyTonWallet'])
    await sheet(page)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .waitFor()
  await sheet(page)
    .getByRole('button', { name: /^Tonkeeper/ })
    .click()
  await sheet(page).getByText('Allow the connection in Tonkeeper.').waitFor()
  return (await sheet(page).getByRole('link', { name: 'Open Tonkeeper' }).getAttribute('href')) ?? ''
}

test('A deposit from a wallet app is connected by a link or a QR code and paid over the bridge of the wallet', async () => {
  for (const size of [phone, desktop]) {
    const context = await openContext(size)
    await context.route('https://app.tonkeeper.com/**', (route) => route.fulfill({ body: 'the wallet app' }))
    const wallet = await openTonWallet(address())
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await signUp(page)
    const opened = size === phone ? context.waitForEvent('page', SLOW) : undefined
    const link = await choose(page)
    expect(new URL(link).origin).toBe('https://app.tonkeeper.com')
    if (opened === undefined) await sheet(page).getByRole('img', { name: 'QR code that connects Tonkeeper' }).waitFor()
    else await (await opened).close()
    wallet.behave({ answer: 'reject' })
    await bridge.connect(wallet, link)
    await sheet(page).getByText('The payment was rejected in the wallet.').waitFor()
    wallet.behave({ answer: 'pay' })
    await bridge.connect(wallet, await choose(page))
    await sheet(page).getByText('2 TON credited to your balance.').waitFor()
    await context.close()
  }
}, 240_000)
