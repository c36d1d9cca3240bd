/** Pages on which time stands still, and pictures of them once everything is loaded. */

import type { BrowserContext, Page } from 'playwright-core'
import { FIXED_TIME } from './fixed-time.ts'

type StillWindow = Window & { readonly untilIdle: () => Promise<unknown>; readonly isStill: () => boolean }

/** In the page. Longer timers, such as those that dismiss a message or refresh a list, never fire. */
const SHORT_TIMER_MILLIS = 1_000
const EQUAL_PICTURES = 4
const MAX_PICTURES = 100
const LOADED_MILLIS = 60_000

/** From the next document on, time stands still, and random values depend on the seed only. */
export async function makeStill(target: Page | BrowserContext, seed: string): Promise<void> {
  await target.addInitScript(stopTime, { time: FIXED_TIME, shortMillis: SHORT_TIMER_MILLIS })
  await target.addInitScript(fixRandomValues, seed)
}

function fixRandomValues(seed: string): void {
  let state = 0
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619)
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (array === null) return array
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (const index of bytes.keys()) {
      state = Math.imul(state, 1_664_525) + 1_013_904_223
      bytes[index] = state >>> 24
    }
    return array
  }
}

function stopTime({ time, shortMillis }: { readonly time: number; readonly shortMillis: number }): void {
  const RealDate = Date
  class FixedDate extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [time] : args) as [number]))
    }
    static override now(): number {
      return time
    }
  }
  const [start, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  const idle = window.requestIdleCallback.bind(window)
  const waiting = new Set<number>()
  const setShortTimeout = (work: (...args: unknown[]) => void, millis = 0, ...args: unknown[]): number => {
    if (millis > shortMillis) return 0
    const id = start(() => {
      waiting.delete(id)
      work(...args)
    }, millis)
    waiting.add(id)
    return id
  }
  let idleWork = 0
  const isStill = (): boolean =>
    waiting.size === 0 &&
    idleWork === 0 &&
    document.readyState === 'complete' &&
    document.fonts.status === 'loaded' &&
    [...document.images].every(({ complete }) => complete)
  Object.assign(window, {
    Date: FixedDate,
    setTimeout: setShortTimeout,
    clearTimeout: (id: number) => {
      waiting.delete(id)
      end(id)
    },
    setInterval: () => 0,
    requestIdleCallback: (work: IdleRequestCallback) => {
      idleWork += 1
      return idle((deadline) => {
        idleWork -= 1
        work(deadline)
      })
    },
    isStill,
    untilIdle: () => new Promise((resolve) => idle(resolve)),
  })
  performance.now = () => 0
  const style = new CSSStyleSheet()
  style.replaceSync(`*, ::before, ::after {
    transition: none !important;
    animation-duration: 0s !important;
    animation-delay: 0s !important;
    scroll-behavior: auto !important;
  }`)
  document.adoptedStyleSheets.push(style)
}

/** The requests that are not answered yet. Call it before the page loads. */
export function openRequestsOf(context: BrowserContext): ReadonlySet<unknown> {
  const open = new Set<unknown>()
  context.on('request', (request) => open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Resolves when nothing is loading and no short timer is running, seen twice in a row. Throws after a minute. */
export async function untilStill(page: Page, openRequests: ReadonlySet<unknown>): Promise<void> {
  const until = performance.now() + LOADED_MILLIS
  for (let seen = 0; seen < 2; ) {
    if (performance.now() > until) throw new Error(`the page is still loading: ${page.url()}`)
    // After the tasks that draw what was loaded, because they may ask for more.
    const isStill = await page.evaluate(async () => {
      const still = window as unknown as StillWindow
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      await still.untilIdle()
      return still.isStill()
    })
    seen = isStill && openRequests.size === 0 ? seen + 1 : 0
  }
}

/** Takes pictures until several in a row are equal, because a chart draws some frames after its data. PNG. */
export async function takePicture(page: Page): Promise<Buffer> {
  let picture: Buffer = Buffer.alloc(0)
  let equal = 0
  for (let taken = 0; taken < MAX_PICTURES; taken += 1) {
    const next = await page.screenshot({ animations: 'disabled' })
    equal = next.equals(picture) ? equal + 1 : 1
    picture = next
    if (equal === EQUAL_PICTURES) return picture
  }
  throw new Error(`the page does not come to rest: ${page.url()}`)
}
