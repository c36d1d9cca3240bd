import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Device } from './devices.ts'
import type { Shot } from './shots.ts'
import { openRequestsOf, takePicture, untilStill } from './still-page.ts'

/** Everything about the pictures of one device. */
export type Task = {
  readonly browser: Browser
  readonly device: Device
  /** Of two free ports. */
  readonly firstPort: number
  readonly folder: string
  /** Parts of the names of the wanted pictures; none: all. */
  readonly names: readonly string[]
}

const ACTION_MILLIS = 30_000

/** `load` opens the shot in a still page of the context. An error is reported, and is the exit code of the process. */
export async function savePicture(
  { device, folder }: Task,
  { name, act }: Shot,
  context: BrowserContext,
  load: () => Promise<Page>,
): Promise<void> {
  const title = `${name}-${device.name}`
  context.setDefaultTimeout(ACTION_MILLIS)
  const openRequests = openRequestsOf(context)
  try {
    const page = await load()
    await untilStill(page, openRequests)
    await act?.(page)
    await untilStill(page, openRequests)
    writeFileSync(join(folder, `${title}.png`), await takePicture(page))
    process.stdout.write(`${title}\n`)
  } catch (error) {
    process.stderr.write(`${title}: ${error}\n`)
    process.exitCode = 1
  }
  await Promise.all(context.pages().map((page) => page.close()))
}
