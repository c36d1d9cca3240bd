/** Compares two folders of pictures pixel by pixel. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../fixtures/browser/chromium.ts'

/** `pixels`: how many differ, or why they cannot be counted. */
export type Difference = { readonly name: string; readonly pixels: number | 'added' | 'removed' | 'other size' }

/** The pictures that differ, by name. */
export async function compareFolders(before: string, after: string): Promise<readonly Difference[]> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const differences: Difference[] = []
    for (const name of [...new Set([...readdirSync(before), ...readdirSync(after)])].sort()) {
      const pixels = await comparePictures(page, join(before, name), join(after, name))
      if (pixels !== 0) differences.push({ name, pixels })
    }
    return differences
  } finally {
    await browser.close()
  }
}

async function comparePictures(page: Page, before: string, after: string): Promise<Difference['pixels']> {
  if (!existsSync(before)) return 'added'
  if (!existsSync(after)) return 'removed'
  const [old, now] = [readFileSync(before), readFileSync(after)]
  return old.equals(now) ? 0 : page.evaluate(countPixels, [old.toString('base64'), now.toString('base64')] as const)
}

/** In a page, which can decode PNG. */
async function countPixels(pictures: readonly [string, string]): Promise<number | 'other size'> {
  const decode = async (base64: string): Promise<ImageData> => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.drawImage(image, 0, 0)
    return context.getImageData(0, 0, image.width, image.height)
  }
  const [before, after] = [await decode(pictures[0]), await decode(pictures[1])]
  if (before.width !== after.width || before.height !== after.height) return 'other size'
  const [old, now] = [new Uint32Array(before.data.buffer), new Uint32Array(after.data.buffer)]
  return old.reduce((count, pixel, index) => count + (pixel === now[index] ? 0 : 1), 0)
}
