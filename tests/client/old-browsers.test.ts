/** What the built client needs of a browser. The oldest ones are in package.json, "browserslist". */

import { readdirSync, readFileSync } from 'node:fs'
import postcss from 'postcss'
import { expect, test } from 'vitest'
import { oldestBrowsers, unknownCss } from './css-support.ts'

const FOLDER = 'dist/assets'
/** Not known to all of the oldest browsers. A look-behind and a block in a class are syntax errors before Safari 16.4. */
const UNKNOWN = [
  '(?<=',
  '(?<!',
  '.toSorted(',
  '.toReversed(',
  '.toSpliced(',
  '.with(',
  '.findLast(',
  '.withResolvers(',
  'static{',
]

const files = (ending: string): readonly string[] => readdirSync(FOLDER).filter((name) => name.endsWith(ending))
const textOf = (name: string): string => readFileSync(`${FOLDER}/${name}`, 'utf8')

test('The built scripts call no method and have no syntax that the oldest supported browsers do not know', () => {
  expect(files('.js').length).toBeGreaterThan(50)
  const found = files('.js').flatMap((name) =>
    UNKNOWN.filter((each) => textOf(name).includes(each)).map((each) => `${name} has ${each}`),
  )
  expect(found).toEqual([])
})

/** What a browser applies that fulfils no `@supports`. */
const plainStyles = (name: string): string => textOf(name).replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')

/** Outside of `@supports`, with what the browsers that do not know it show instead. */
const DISPENSABLE: Readonly<Record<string, string>> = {
  ':has': 'frames have no focus ring, but their fields have one; bars stay above the keyboard',
  '@media (forced-colors)': 'the system has no colours of its own',
  '@media (min-resolution)': 'thicker lines in the cells of Telegram, unless `-webkit-min-device-pixel-ratio` is known',
  'accent-color': 'the colour of the system',
  'align-content: start': 'the rows of a short page are taller',
  'cursor: crosshair': 'no mouse',
  'cursor: default': 'no mouse',
  'cursor: grab': 'no mouse',
  'cursor: pointer': 'no mouse',
  'minmax()': 'all know it in `grid-template`, which MDN lists without its values',
  outline: 'does not follow round corners',
  'overscroll-behavior': 'the page scrolls on below a sheet',
  'overscroll-behavior-y': 'the page bounces',
  'overscroll-behavior-y: none': 'the page bounces',
  'overscroll-behavior: contain': 'the page scrolls on below a sheet',
  'place-items: start': 'items of the gallery are as wide as their column',
  'rect()': 'all know it in `clip`, which MDN lists without its values',
  resize: 'the field keeps its height',
  'resize: none': 'the field keeps its height',
  'resize: vertical': 'the field keeps its height',
  'scrollbar-width': 'a scrollbar, unless `::-webkit-scrollbar` is known',
  'scrollbar-width: none': 'a scrollbar, unless `::-webkit-scrollbar` is known',
  'text-wrap': 'lines of unequal length',
  'text-wrap: balance': 'lines of unequal length',
  'text-wrap: pretty': 'lines of unequal length',
}

const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: readonly string[] }
const oldest = oldestBrowsers(browserslist)

test('The built styles use only CSS that the oldest supported browsers know, or that they can do without', () => {
  const sheets = files('.css').map(textOf)
  const unknown = new Set(sheets.flatMap((sheet) => unknownCss(sheet, oldest)))
  expect([...unknown].sort()).toEqual(Object.keys(DISPENSABLE).sort())
})

test('Properties, values, functions, units, selectors and rules that an old browser does not know are found', () => {
  const sheet = `
@container (width > 1px) { a { color: red } }
@media (prefers-reduced-data) { a { color: color-mix(in srgb, red, blue) } }
@supports (height: 1dvh) { a { height: 1dvh } }
@keyframes x { from { rotate: 90deg } }
a { width: 1svw; user-select: all; display: grid; animation-timeline: scroll(); colour: red }
a { & b { color: light-dark(var(--rotate), url("x.svg")) } }
a:user-valid::before { -webkit-user-select: none; user-select: none; content: 'dvh' }`
  expect(unknownCss(sheet, oldest)).toEqual([
    '&',
    ':user-valid',
    '@container',
    '@media (prefers-reduced-data)',
    'animation-timeline',
    'color-mix()',
    'colour',
    'light-dark()',
    'rotate',
    'scroll()',
    'svw',
    'user-select',
    'user-select: all',
  ])
})

test('In browsers without `:has()` the large amount field has the focus ring that elsewhere is around its frame', () => {
  const styles = files('.css').map(plainStyles).join('\n')
  expect(styles).toMatch(/_input_\w+[,{]/)
  expect(styles).not.toMatch(/_input_\w+:focus-visible\{box-shadow:none/)
})

test('Styles of elements move, turn and scale with `transform`: the properties of their own came with Chrome 104', () => {
  const found = files('.js').flatMap((name) => textOf(name).match(/[{,](?:translate|rotate|scale):[`"'][^,}]*/g) ?? [])
  expect(found).toEqual([])
})

test('Older browsers and browsers without JavaScript show a sentence instead of an empty page', () => {
  const page = readFileSync('dist/index.html', 'utf8')
  expect(page).toMatch(/<div id="root">\s*<p class="unsupported">\s*This browser is too old/)
  expect(page).toMatch(/<noscript><p>This app needs JavaScript/)
  // Only browsers that know layers hide it.
  const parents: unknown[] = []
  postcss
    .parse(files('.css').map(textOf).join('\n'))
    .walkRules('.unsupported', ({ parent }) => void parents.push(parent))
  expect(parents).toMatchObject([{ name: 'layer', params: 'base' }])
})
