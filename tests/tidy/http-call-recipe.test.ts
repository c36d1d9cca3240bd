/** The recipe "Add an HTTP call" of GUIDE.md, followed in a copy of the tree, needs the files that it names and no other. */

import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { root } from './source.ts'

const copy = scratchFolder()
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** What a newcomer adds for a call that counts the coins of a user: [after this text, this text], by file. */
const EDITS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'src/contract/portfolio/calls.ts': [
    ['import type { AssetView', ', AssetCountView'],
    ['export const portfolioCalls = {', "\n  assetCount: getCall<AssetCountView>('/api/assets/count', 'bearer'),"],
  ],
  'src/contract/portfolio/views.ts': [
    [
      "import type { CurrencyView } from '../markets/views.ts'",
      '\n\nexport type AssetCountView = { readonly count: number }',
    ],
  ],
  'src/contract/portfolio/schemas.ts': [
    ["import type { portfolioCalls } from './calls.ts'", '\n\nconst AssetCountView = z.strictObject({ count })'],
    ['export const portfolioViews = { AssetView', ', AssetCountView'],
    [
      'export const portfolioCallSchemas = {',
      "\n  assetCount: { summary: 'How many coins are owned', input: emptyBody, reply: AssetCountView },",
    ],
  ],
  'src/server/portfolio/balances.ts': [
    [
      "import type { Portfolio } from './portfolio.ts'",
      `

export const assetCount = ({ sequencer }: BalanceDeps, user: UserId): Promise<number> =>
  sequencer.read((state) => Array.from(coins(state)).filter(({ id }) => free(state, user, id) > ZERO).length)`,
    ],
  ],
  'src/server/wire/balances.ts': [
    ['import type { CurrentBalanceView', ', AssetCountView'],
    [
      "import { percentOf } from './assets.ts'",
      '\n\nexport const assetCountView = (count: number): AssetCountView => ({ count })',
    ],
  ],
  'src/server/http/routes/portfolio.ts': [
    ['import { type BalanceDeps', ', assetCount'],
    ['import { currentBalanceView', ', assetCountView'],
    [
      'const { sequencer, portfolio } = deps',
      "\n  serveSignedIn(context, 'assetCount', limit, async ({ user }) => assetCountView(await assetCount(deps, user)))",
    ],
  ],
}

const recipe = (): string =>
  /### Add an HTTP call: (\d+) files\n([^#]*)/.exec(readFileSync(join(root, 'src/GUIDE.md'), 'utf8'))?.[0] ?? ''

/** The files with an error of the compiler. */
function filesWithErrors(): readonly string[] {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  })
  return [...new Set([...stdout.matchAll(/^([\w/.-]+)\(\d+,\d+\): error/gm)].map(([, path = '']) => path))].sort()
}

test('The recipe of an HTTP call names exactly the files of src that one needs, and the tests that then do not compile', () => {
  for (const name of ['src', 'tests', 'tsconfig.json', 'vite.config.ts', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [path, edits] of Object.entries(EDITS)) {
    let text = readFileSync(join(copy, path), 'utf8')
    for (const [after, added] of edits) {
      expect([path, text.split(after).length]).toEqual([path, 2])
      text = text.replace(after, () => after + added)
    }
    writeFileSync(join(copy, path), text)
  }
  const named = [...recipe().matchAll(/`((?:src|tests)\/[\w/.-]+)`/g)].map(([, path = '']) => path)
  expect(named.filter((path) => path.startsWith('src/')).sort()).toEqual(Object.keys(EDITS).sort())
  expect(recipe()).toContain(`: ${Object.keys(EDITS).length} files`)
  expect(filesWithErrors()).toEqual(named.filter((path) => path.startsWith('tests/')).sort())
})
