/** What the built client needs of a browser. The oldest ones are in package.json, "browserslist". */

import { readdirSync, readFileSync } from 'node:fs'
import postcss from 'postcss'
import { expect, test } from 'vitest'

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

test('Newer CSS values are used only where a rule asks whether the browser knows them', () => {
  for (const name of files('.css'))
    expect([name, /color-mix\(|\ddvh|\dsvh/.exec(plainStyles(name))?.[0]]).toEqual([name, undefined])
})

test('In browsers without `:has()` the large amount field has the focus ring that elsewhere is around its frame', () => {
  const styles = files('.css').map(plainStyles).join('\n')
  expect(styles).toMatch(/_input_\w+[,{]/)
  expect(styles).not.toMatch(/_input_\w+:focus-visible\{box-shadow:none/)
})

test('Styles move, turn and scale with `transform`: the properties of their own came with Chrome 104', () => {
  const styles = files('.css').flatMap((name) => textOf(name).match(/[;{](?:translate|rotate|scale):[^;}]*/g) ?? [])
  const inline = files('.js').flatMap((name) => textOf(name).match(/[{,](?:translate|rotate|scale):[`"'][^,}]*/g) ?? [])
  const found = [...styles, ...inline]
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
