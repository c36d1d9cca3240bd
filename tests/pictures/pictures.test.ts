/** The pictures of invitations, as they are in `public/`. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PICTURES } from './pictures.ts'

const MAX_BYTES = 120_000
const [IMAGE, BASELINE_FRAME, PROGRESSIVE_FRAME] = [0xffd8, 0xffc0, 0xffc2]

/** From the frame header of a JPEG file. */
function sizeOf(file: Buffer): { readonly width: number; readonly height: number } {
  expect(file.readUInt16BE(0)).toBe(IMAGE)
  let at = 2
  while (![BASELINE_FRAME, PROGRESSIVE_FRAME].includes(file.readUInt16BE(at))) at += 2 + file.readUInt16BE(at + 2)
  return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
}

test('The pictures of invitations are small JPEG files of the size that Telegram shows', () => {
  for (const { drawn, width, height } of PICTURES) {
    const file = readFileSync(drawn)
    expect(sizeOf(file)).toEqual({ width, height })
    expect(file.length).toBeLessThan(MAX_BYTES)
  }
})

test('The pictures of invitations have one line of text, without the name of the exchange', () => {
  for (const { source } of PICTURES) {
    const texts = [...readFileSync(source, 'utf8').matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text)
    expect(texts.join(' ')).toBe('Trade crypto in Telegram')
  }
})
