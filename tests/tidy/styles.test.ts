import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Finding, filesUnder, isCode, parse, readSource, root } from './source.ts'
import { checkSelectors, checkStyles, parseSheet } from './styles.ts'

const sheets = filesUnder('src/client')
  .filter((path) => path.endsWith('.css'))
  .map((path) => parseSheet(path, readFileSync(join(root, path), 'utf8')))
const sources = filesUnder('src/client').filter(isCode).map(readSource)

const listed = (found: readonly Finding[]): readonly string[] =>
  found.map(({ path, line, what }) => `${path}:${line} ${what}`)

test('Every style rule is in the layer of its folder, beside its component, and every class has a rule and a user', () => {
  expect(listed(checkStyles(sheets, sources))).toEqual([])
})

test('A rule in another layer, a class without a user or a rule, and a rule for another component are rejected', () => {
  const module = `@layer ui {
  .used {
    animation: fade var(--d-tab);
  }

  .forgotten :global(.icon) {
    animation: global(appear) var(--d-tab);
  }
}
.unlayered {
  color: red;
}
`
  const user = `import style from './x.module.css'
const X = ({ isOn }: { isOn: boolean }) => (
  <p className={style.used}>
    <b className={\`\${style.missing} unknown\`} />
    <i className={isOn ? style.unlayered : 'other'} />
  </p>
)
`
  const [path, ui] = ['src/client/ui/x.module.css', 'src/client/ui/x.tsx']
  const lost = parseSheet('src/client/screens/x.css', '@layer ui {\n  .unknown {\n    color: red;\n  }\n}\n')
  expect(listed(checkStyles([parseSheet(path, module), lost], [parse(ui, user)]))).toEqual([
    `${path}:6 reaches into another component`,
    `${path}:10 has rules outside of the layer ui`,
    `${path}:3 animates by no known name`,
    'src/client/screens/x.css:1 is not a module',
    'src/client/screens/x.css:1 has rules outside of the layer screen',
    `${path}:6 has the class forgotten, which nothing uses`,
    `${path}:6 has the class icon, which nothing uses`,
    `${ui}:4 uses missing, which ${path} has not`,
    `${ui}:5 uses the class other, which has no rule`,
  ])
})

test('A sheet above its limit and too many global rules are rejected', () => {
  const long = parseSheet('src/client/ui/x.module.css', `@layer ui {\n${'\n'.repeat(200)}}\n`)
  const many = parseSheet('src/client/styles/base.css', `@layer base {${'p { color: red; }'.repeat(100)}}`)
  expect(listed(checkStyles([long, many], []))).toEqual([
    'src/client/ui/x.module.css:201 has more than 200 lines',
    'src/client/styles:1 has 100 rules, more than 75',
  ])
})

test('Colours, radii, times, spaces, fonts, edges and shared sizes that are no tokens are rejected', () => {
  const text = `@layer ui {
  .x {
    color: #fff;
    border-radius: 3px;
    transition: width 1s linear;
    animation: global(spin) 1s infinite;
    padding: var(--s-1) 5px;
    font: 400 13px / 18px var(--font);
    border-top: 1px solid var(--line);
    min-height: 44px;
    width: 280px;
    margin: 0 auto calc(-1 * var(--s-2));
  }

  .y {
    border-radius: calc(var(--r-segment) - 2px);
    /* Once a second. */
    transition: width 1s linear;
    animation: global(appear) var(--d-tab);
    /* Beside the arrow. */
    padding-right: 26px;
  }
}
`
  const path = 'src/client/ui/x.module.css'
  const user = "import style from './x.module.css'\nexport const x = [style.x, style.y]\n"
  expect(listed(checkStyles([parseSheet(path, text)], [parse('src/client/ui/x.tsx', user)]))).toEqual([
    `${path}:3 has a colour that is no token`,
    `${path}:4 has a radius that is no token`,
    `${path}:5 has a time that is neither a token nor explained`,
    `${path}:7 has a space that is neither a token nor explained`,
    `${path}:8 has a font that is neither a token nor explained`,
    `${path}:9 has a width of an edge that is neither a token nor explained`,
    `${path}:10 has a size of a control that is neither a token nor explained`,
  ])
})

test('Tests select by role and text, never by a class', () => {
  const lines = (path: string) => readFileSync(join(root, path), 'utf8').split('\n')
  const tests = filesUnder('tests').filter(isCode)
  expect(listed(tests.flatMap((path) => checkSelectors({ path, lines: lines(path) })))).toEqual([])
  const selecting = parse(
    'tests/e2e/x.ts',
    "page.locator('.toast')\npage.locator('main .row')\npage.locator('[data-toast]')\n",
  )
  expect(listed(checkSelectors(selecting))).toEqual([
    'tests/e2e/x.ts:1 selects by a class',
    'tests/e2e/x.ts:2 selects by a class',
  ])
})
