/** A session inside Telegram that ends somewhere else: the app signs in again, and shows no form of the website. */

import { expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { TOKEN_HEADER } from '../../../src/contract/base-paths.ts'
import {
  currentPath,
  expectPath,
  navigateTo,
  newId,
  openTab,
  pressMainButton,
  signedIn,
  signInitData,
  startTelegramBrowser,
} from '../../fixtures/browser/telegram-browser.ts'

const { openApp, address, context } = startTelegramBrowser()

/** The same user on another device. */
async function otherDevice(id: number): Promise<(method: string, path: string, body?: object) => Promise<Response>> {
  const send = (method: string, path: string, body?: object, access?: string): Promise<Response> =>
    fetch(address() + EXCHANGE_BASE + path, {
      method,
      headers: { 'content-type': 'application/json', ...(access && { [TOKEN_HEADER]: `Bearer ${access}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  // Signed a minute earlier: the same data is accepted once.
  const launch = { init_data: signInitData(id, undefined, 60_000), device_id: 'd'.repeat(32), platform: 'ios' }
  const answer = await send('POST', api.startApp.path, launch)
  expect(answer.status).toBeLessThan(300)
  const { access } = (await answer.json()) as Tokens
  return (method, path, body) => send(method, path, body, access)
}

/** The requests that sign in with init data from now on. */
function recordLaunches(): readonly string[] {
  const launches: string[] = []
  context().on('request', (request) => {
    if (request.url().endsWith(api.startApp.path)) launches.push(request.method())
  })
  return launches
}

test('A session inside Telegram that another device ends signs in again on its page', async () => {
  const id = newId()
  const launched = await openApp({ id })
  await signedIn(launched)
  await openTab(launched, 'Assets')
  const other = await otherDevice(id)
  const launches = recordLaunches()
  const ended = await other('DELETE', `${api.endSessions.path}?others=true`)
  expect([ended.status, await ended.text()]).toEqual([200, expect.any(String)])
  await launched.app.getByRole('link', { name: 'Home', exact: true }).last().click()
  await openTab(launched, 'Assets')
  await expect.poll(() => launches).toEqual(['POST'])
  await launched.app.getByText('10,000.00').first().waitFor()
  expect(currentPath(launched)).toBe('/wallet')
  expect(await launched.app.getByRole('textbox', { name: 'Email' }).count()).toBe(0)
})

test('A user who logs out everywhere inside Telegram is not signed in again by the app', async () => {
  const id = newId()
  const launches = recordLaunches()
  const launched = await openApp({ id })
  await signedIn(launched)
  await otherDevice(id)
  await navigateTo(launched, '/settings/devices')
  await launched.app.getByRole('button', { name: 'Sign out everywhere' }).click()
  await pressMainButton(launched, 'Sign out everywhere')
  await expectPath(launched, '/register')
  await launched.app.getByRole('link', { name: 'Sign in' }).last().click()
  await launched.app.getByRole('textbox', { name: 'Email' }).waitFor()
  expect(launches).toEqual(['POST'])
})
