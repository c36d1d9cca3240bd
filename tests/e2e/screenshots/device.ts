/**
 * A program: takes the wanted pictures of one device, with an exchange of its own. Arguments: the name of the device, the
 * folder of the pictures, and parts of their names; none: all of them. Ends with 1 if one could not be taken.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { api } from '../../../src/contract/api.ts'
import type { LiabilitiesView } from '../../../src/contract/liabilities/views.ts'
import { pages } from '../../../src/contract/pages.ts'
import { launchChromium } from '../../fixtures/browser/chromium.ts'
import { buyAtMarket, placeRestingOrder, signUp } from '../../fixtures/browser/page-actions.ts'
import { turnOn2fa } from '../../fixtures/browser/second-factor.ts'
import { codeAt } from '../../fixtures/secured-account.ts'
import { DEVICES } from './devices.ts'
import { startFixedExchange } from './fixed-exchange.ts'
import { FIXED_TIME } from './fixed-time.ts'
import { GUEST, type Shot, SIGNED_IN, WITH_2FA, wantedShots } from './shots.ts'
import { openRequestsOf, openStillPage, takePicture, untilStill } from './still-page.ts'

/** With other threads or partial drawing, single pixels at rounded corners differ between two runs. */
const CHROMIUM_FLAGS = ['--disable-font-subpixel-positioning', '--disable-partial-raster', '--num-raster-threads=1']
const ACTION_MILLIS = 30_000
const FIRST_PORT = 10_090

const [deviceName = '', folder = '', ...names] = process.argv.slice(2)
const index = DEVICES.findIndex(({ name }) => name === deviceName)
const device = DEVICES[index]
if (device === undefined) throw new Error(`there is no device ${deviceName}`)
const { name: ending, ...options } = device
const wanted = (shots: readonly Shot[]): readonly Shot[] => wantedShots(shots, ending, names)

async function take(context: BrowserContext, { name, path, act }: Shot): Promise<void> {
  const page = await openStillPage(context, name)
  page.setDefaultTimeout(ACTION_MILLIS)
  const openRequests = openRequestsOf(page)
  try {
    await page.goto(path)
    await untilStill(page, openRequests)
    await act?.(page)
    await untilStill(page, openRequests)
    writeFileSync(join(folder, `${name}-${ending}.png`), await takePicture(page))
    process.stdout.write(`${name}-${ending}\n`)
  } catch (error) {
    process.stderr.write(`${name}-${ending}: ${error}\n`)
    process.exitCode = 1
  }
  await page.close()
}

async function takeAll(browser: Browser, address: string): Promise<void> {
  const openContext = () => browser.newContext({ ...options, locale: 'en-US', timezoneId: 'UTC', baseURL: address })
  const guest = await openContext()
  for (const shot of wanted(GUEST)) await take(guest, shot)
  await guest.close()
  const [signedIn, with2fa] = [wanted(SIGNED_IN), wanted(WITH_2FA)]
  if (signedIn.length + with2fa.length === 0) return
  const context = await openContext()
  const page = await openStillPage(context, 'preparation')
  await signUp(page, 'maya.rey@example.com')
  await buyAtMarket(page, '1500')
  await placeRestingOrder(page, '58000')
  if (signedIn.some(({ path }) => path.startsWith(pages.liabilities))) await reported(address)
  for (const shot of signedIn) await take(context, shot)
  if (with2fa.length === 0) return
  await page.goto('/settings/security/2fa')
  await turnOn2fa(page, (secret) => codeAt(secret, FIXED_TIME))
  await page.getByText("I've saved them").click()
  await page.getByRole('button', { name: 'Done' }).click()
  for (const shot of with2fa) await take(context, shot)
}

/** Resolves when there is a report of liabilities: the server looks twice a minute whether one is due. */
async function reported(address: string): Promise<void> {
  const { base, path } = api.liabilities
  const hasReport = async (): Promise<boolean> => {
    const view: LiabilitiesView = await (await fetch(address + base + path)).json()
    return view.report !== null
  }
  while (!(await hasReport())) await sleep(1_000)
}

const exchange = await startFixedExchange(FIRST_PORT + index)
const browser = await launchChromium(CHROMIUM_FLAGS)
// The end of the browser fails what waits for it, so that the database is stopped too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => browser.close())
try {
  await takeAll(browser, exchange.address)
} finally {
  await browser.close()
  await exchange.stop()
}
