/** What somebody in front of the page does, step by step. */

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'

export const PASSWORD = 'correct horse battery'

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
