/** The sprite of the icons. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconNames } from '../../src/client/ui/icon.tsx'

const symbols = [...readFileSync('public/icons.svg', 'utf8').matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/g)]
const sorted = (names: readonly (string | undefined)[]) => [...names].sort()

test('Every icon of the app is in the sprite once, and no two look the same', () => {
  const names = symbols.map(([, name]) => name)
  expect(names.length).toBe(new Set(names).size)
  for (const name of iconNames) expect(names).toContain(`i-${name}`)
  const outlines = symbols.filter(([, name]) => name !== 'i-star-filled').map(([, , drawing]) => drawing)
  expect(sorted(outlines)).toEqual(sorted([...new Set(outlines)]))
})
