/** What somebody in front of the page does, step by step. */

import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { OrderView, PlaceOrderBody, Tokens } from '../../src/contract/views.ts'

export const PASSWORD = 'correct horse battery'
const BTC = 1

/** Their e-mail. */
export async function signUp(page: Page): Promise<string> {
  await page.goto('/register')
  const email = await fillSignUp(page)
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('10,000.00').first().waitFor()
  return email
}

/** On the page for it, wherever it leads. */
export async function fillSignUp(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true }).click()
  return email
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A sign-in whose exchange wants a second factor. */
export async function askForCode(page: Page): Promise<void> {
  const no = { detail: 'Enter your 2FA code.', code: '2FA_REQUIRED', ticket: 'a ticket' }
  await page.route(`**${api.login.path}`, (route) => route.fulfill({ status: 403, json: no }))
  await page.getByLabel('Email').fill('maya.rey@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('2FA code').waitFor()
}

export async function buyAtMarket(page: Page, spend = '500'): Promise<void> {
  await page.goto('/trade')
  await page.getByRole('tab', { name: 'Market', exact: true }).click()
  await page
    .getByLabel(/Total|Spend/)
    .first()
    .fill(spend)
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Buy BTC for/ })
    .click()
  await page.getByText('Order filled').first().waitFor()
}

/** On the trade screen. */
export async function restAnOrder(page: Page, price = '61000'): Promise<void> {
  await page.getByRole('tab', { name: 'Limit', exact: true }).click()
  await page
    .getByLabel(/^Price/)
    .first()
    .fill(price)
  await page.getByLabel('Amount').first().fill('0.01')
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  await page.getByText('Order placed').first().waitFor()
}

/** On the trade screen, by its picker. */
export async function choosePair(page: Page, base: string): Promise<void> {
  await page.getByRole('button', { name: 'choose a pair' }).first().click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('searchbox').fill(base)
  await picker.locator('.market-row').filter({ hasText: base }).first().click()
  await picker.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `${base}/USDT, choose a pair` }).waitFor()
}

/** Somebody else, without a page. */
export type Other = { place(order: Omit<PlaceOrderBody, 'client_order_id' | 'pair_id'>): Promise<OrderView> }

/** With a little bitcoin. */
export async function anotherTrader(context: BrowserContext): Promise<Other> {
  const call = async <Reply>(path: string, data: object, access = ''): Promise<Reply> => {
    const headers = { [TOKEN_HEADER]: `Bearer ${access}` }
    return (await context.request.post(EXCHANGE_BASE + path, { data, headers })).json()
  }
  const email = `${randomUUID()}@example.com`
  const { access } = await call<Tokens>(api.register.path, { email, password: PASSWORD })
  const place: Other['place'] = (order) =>
    call(api.placeOrder.path, { client_order_id: randomUUID(), pair_id: BTC, ...order }, access)
  await place({ side: 'buy', type: 'market', total: '3000' })
  return { place }
}

/** Before the page is there: every message it shows from now on, in its last words, is remembered for `messagesOf`. */
export function rememberMessages(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const said = new Map<Element, string>()
    Object.assign(window, { said })
    const note = (toast: Element) => {
      const words = [...toast.querySelectorAll('.toast-words > *')].map(({ textContent }) => textContent)
      said.set(toast, words.join(': '))
    }
    new MutationObserver(() => document.querySelectorAll('.toast').forEach(note)).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
}

export const messagesOf = (page: Page | Locator): Promise<string[]> => {
  const root = 'goto' in page ? page.locator('html') : page
  return root.evaluate(() => [...(window as unknown as { said: Map<Element, string> }).said.values()])
}

/** Waits for a message and makes room for the next, which may say the same. */
export async function told(page: Page, words: string): Promise<void> {
  const message = page.locator('.toast').filter({ hasText: words }).first()
  await message.waitFor()
  // It may be gone by itself before the tap.
  await message.click({ timeout: 1_000 }).catch(() => undefined)
  await message.waitFor({ state: 'detached' })
}
