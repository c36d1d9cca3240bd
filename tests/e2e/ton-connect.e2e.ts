/** Deposits on TON from a wallet that is injected into the page. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { signUp } from '../fixtures/browser/page-actions.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'
import { injectTonWallet } from '../fixtures/browser/ton-wallet.ts'

const { openContext, address } = startTestBrowser({ PLAY_CHAIN: 'on' })

const SLOW = { timeout: 60_000 }

const sheet = (page: Page) => page.getByRole('dialog').last()

async function pay(page: Page, symbol: string, amount: string): Promise<void> {
  await sheet(page).getByRole('button', { name: 'Pay with wallet' }).click(SLOW)
  await sheet(page).getByLabel(`Amount in ${symbol}`).fill(amount)
  await sheet(page)
    .getByRole('button', { name: /^Test wallet/ })
    .click()
}

test('A deposit of TON and of USDT is one tap in the wallet, and nothing is loaded from another host', async () => {
  const context = await openContext(phone)
  await injectTonWallet(context, address())
  const page = await context.newPage()
  const [foreign, output]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    if (!request.url().startsWith(address()) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  page.on('console', (message) => output.push(message.text()))
  await signUp(page)
  await page.goto('/wallet?deposit&currency=TON')
  await pay(page, 'TON', '0.05')
  await sheet(page).getByText('Deposits below 0.1 TON are not credited.').last().waitFor()
  await sheet(page).getByLabel('Amount in TON').fill('3')
  await sheet(page)
    .getByRole('button', { name: /^Test wallet/ })
    .click()
  await sheet(page).getByText('3 TON credited to your balance.').waitFor(SLOW)
  await page.goto('/wallet?deposit&currency=USDT&network=ton')
  await pay(page, 'USDT', '12.5')
  await sheet(page).getByText('12.5 USDT credited to your balance.').waitFor(SLOW)
  expect(foreign).toEqual([])
  expect(output.filter((line) => line.includes('TON_CONNECT'))).toEqual([])
  await context.close()
}, 240_000)

test('A wallet is offered only when the former deposits are known, so that a payment is recognized as new', async () => {
  const context = await openContext(phone)
  await injectTonWallet(context, address())
  const page = await context.newPage()
  await signUp(page)
  let asked = 0
  const isAsked = Promise.withResolvers<void>()
  const failure = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route(`**${api.transactions.base}${api.transactions.path}*type_=deposit*`, async (route) => {
    asked += 1
    isAsked.resolve()
    if (asked === 1) {
      await failure.promise
      return route.fulfill({ status: 500 })
    }
    await answer.promise
    await route.continue()
  })
  await page.goto('/wallet?deposit&currency=TON')
  await isAsked.promise
  await sheet(page).getByRole('button', { name: 'Pay with wallet' }).click(SLOW)
  await sheet(page).getByLabel('Amount in TON').fill('3')
  const wallets = sheet(page).getByRole('button', { name: /^Test wallet/ })
  expect(await wallets.count()).toBe(0)
  failure.resolve()
  await sheet(page).getByText("Couldn't load your deposits.").waitFor(SLOW)
  await sheet(page).getByRole('button', { name: 'Retry' }).click()
  await sheet(page).getByText("Couldn't load your deposits.").waitFor({ state: 'hidden' })
  expect(await wallets.count()).toBe(0)
  answer.resolve()
  await wallets.click(SLOW)
  await sheet(page).getByText('3 TON credited to your balance.').waitFor(SLOW)
  await context.close()
}, 240_000)

test('A payment that the wallet rejects, ignores or would send on another network is explained, and nothing is sent', async () => {
  const context = await openContext(phone)
  const wallet = await injectTonWallet(context, address())
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/wallet?deposit&currency=TON')
  wallet.behave({ answer: 'reject' })
  await pay(page, 'TON', '1')
  await sheet(page).getByText('The payment was rejected in the wallet.').waitFor()
  wallet.behave({ answer: 'ignore' })
  await sheet(page)
    .getByRole('button', { name: /^Test wallet/ })
    .click()
  await sheet(page).getByText('Confirm the payment in Test wallet.').waitFor()
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()
  wallet.behave({ answer: 'pay', chain: '-239' })
  await sheet(page)
    .getByRole('button', { name: /^Test wallet/ })
    .click()
  await sheet(page).getByText('This wallet is on another network').waitFor()
  await context.close()
}, 120_000)

test('Without a wallet in the browser the deposit sheet of TON offers no payment with a wallet', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/wallet?deposit&currency=TON')
  await sheet(page).getByText('I will add the memo').waitFor(SLOW)
  expect(await sheet(page).getByRole('button', { name: 'Pay with wallet' }).count()).toBe(0)
  await context.close()
})
