/** What somebody in front of the page does, step by step. */

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { api } from '../../src/contract/api.ts'

export const PASSWORD = 'correct horse battery'

export async function signUp(page: Page): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('10,000.00').first().waitFor()
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
