/** The pictures of a browser: of a guest, of a user with some orders, and of the same user with 2FA. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { api } from '../../../src/contract/api.ts'
import type { LiabilitiesView } from '../../../src/contract/liabilities/views.ts'
import { pages } from '../../../src/contract/pages.ts'
import { buyAtMarket, placeRestingOrder, signUp } from '../../fixtures/browser/page-actions.ts'
import { turnOn2fa } from '../../fixtures/browser/second-factor.ts'
import { codeAt } from '../../fixtures/secured-account.ts'
import { startFixedExchange } from './fixed-exchange.ts'
import { FIXED_TIME } from './fixed-time.ts'
import { savePicture, type Task } from './save-picture.ts'
import { DISPLAY, GUEST, type Shot, SIGNED_IN, WITH_2FA, wantedShots } from './shots.ts'
import { makeStill } from './still-page.ts'

export async function takeInBrowser(task: Task): Promise<void> {
  const exchange = await startFixedExchange(task.firstPort)
  await takeAll(task, exchange.address).finally(exchange.stop)
}

async function takeAll(task: Task, address: string): Promise<void> {
  const { browser, device, names } = task
  const wanted = (shots: readonly Shot[]): readonly Shot[] => wantedShots(shots, device.name, names)
  const openContext = () =>
    browser.newContext({ ...device.options, locale: 'en-US', timezoneId: 'UTC', baseURL: address })
  const takeEach = async (context: BrowserContext, shots: readonly Shot[]): Promise<void> => {
    for (const shot of shots) await savePicture(task, shot, context, () => open(context, shot))
  }
  // First: the report of liabilities is made when the server looks for the second time, and has the orders.
  const context = await openContext()
  const page = await openStillPage(context, 'preparation')
  await signUp(page, 'maya.rey@example.com')
  await buyAtMarket(page, '1500')
  await placeRestingOrder(page, '58000')
  await page.close()
  const showsReport = wanted([...GUEST, ...SIGNED_IN]).some(({ path }) => path.startsWith(pages.liabilities))
  if (showsReport) await reported(address)
  const guest = await openContext()
  await takeEach(guest, wanted(GUEST))
  await guest.close()
  const [signedIn, with2fa] = [wanted([...SIGNED_IN, ...DISPLAY]), wanted(WITH_2FA)]
  await takeEach(context, signedIn)
  if (with2fa.length === 0) return
  const secured = await openStillPage(context, 'security')
  await secured.goto(pages.twoFactor)
  await turnOn2fa(secured, (secret) => codeAt(secret, FIXED_TIME))
  await secured.getByText("I've saved them").click()
  await secured.getByRole('button', { name: 'Done' }).click()
  await takeEach(context, with2fa)
}

async function openStillPage(context: BrowserContext, seed: string): Promise<Page> {
  const page = await context.newPage()
  await makeStill(page, seed)
  return page
}

async function open(context: BrowserContext, { name, path, mock }: Shot): Promise<Page> {
  const page = await openStillPage(context, name)
  await mock?.(page)
  await page.goto(path)
  return page
}

/** Resolves when there is a report of liabilities: the server looks twice a minute whether one is due. */
export async function reported(address: string): Promise<void> {
  const { base, path } = api.liabilities
  const hasReport = async (): Promise<boolean> => {
    const view: LiabilitiesView = await (await fetch(address + base + path)).json()
    return view.report !== null
  }
  while (!(await hasReport())) await sleep(1_000)
}
