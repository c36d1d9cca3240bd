/** `npm run pictures`: draws the pictures of invitations from their SVG files into `public/`. */

import { readFileSync } from 'node:fs'
import { launchChromium } from '../fixtures/browser/chromium.ts'
import { PICTURES } from './pictures.ts'

const browser = await launchChromium()
for (const { width, height, source, drawn } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${readFileSync(source, 'utf8')}`)
  await page.screenshot({ path: drawn, type: 'jpeg', quality: 90 })
}
await browser.close()
