import { expect, test } from 'vitest'
import { filesUnder, readSource } from './source.ts'

const GALLERY = 'src/client/gallery'

/** Shown by another component, or without a look of its own. */
const SHOWN_OTHERWISE = [
  'src/client/ui/cells/own-cells.tsx',
  'src/client/ui/cells/own-switch.tsx',
  'src/client/ui/cells/telegram-cells.tsx',
  'src/client/ui/states/lazy-part.tsx',
]

test('Every component of src/client/ui has an example in the gallery', () => {
  const imported = filesUnder(GALLERY)
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => readSource(path).imports.map((each) => each.path))
  const components = filesUnder('src/client/ui').filter((path) => path.endsWith('.tsx'))
  const missing = components.filter((path) => !imported.includes(path) && !SHOWN_OTHERWISE.includes(path))
  expect(missing.map((path) => `${path}: add an example of its states to a file of ${GALLERY}`)).toEqual([])
  expect(SHOWN_OTHERWISE.filter((path) => !components.includes(path))).toEqual([])
})
