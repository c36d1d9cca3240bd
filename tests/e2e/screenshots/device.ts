/**
 * A program: takes the wanted pictures of one device, with an exchange of its own. Arguments: the name of the device, the
 * folder of the pictures, and parts of their names; none: all of them. Ends with 1 if one could not be taken.
 */

import { launchChromium } from '../../fixtures/browser/chromium.ts'
import { takeInBrowser } from './browser-device.ts'
import { DEVICES } from './devices.ts'
import { takeInTelegram } from './telegram-device.ts'

/** With other threads or partial drawing, single pixels at rounded corners differ between two runs. */
const CHROMIUM_FLAGS = ['--disable-font-subpixel-positioning', '--disable-partial-raster', '--num-raster-threads=1']
const FIRST_PORT = 10_081
const PORTS_OF_A_DEVICE = 2

const [deviceName = '', folder = '', ...names] = process.argv.slice(2)
const index = DEVICES.findIndex(({ name }) => name === deviceName)
const device = DEVICES[index]
if (device === undefined) throw new Error(`there is no device ${deviceName}`)
const firstPort = FIRST_PORT + PORTS_OF_A_DEVICE * index

const browser = await launchChromium(CHROMIUM_FLAGS)
// The end of the browser fails what waits for it, so that the database is stopped too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => browser.close())
try {
  const take = device.profile === undefined ? takeInBrowser : takeInTelegram
  await take({ browser, device, firstPort, folder, names })
} finally {
  await browser.close()
}
