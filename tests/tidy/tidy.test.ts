import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkAccountWriters } from './account-writers.ts'
import { checkDeadExports, checkDeadFiles, checkDependencies } from './dead-code.ts'
import { checkSubmitted } from './engine-commands.ts'
import { checkCycles } from './graph.ts'
import { checkProgramNames, checkScripts } from './node-runtime.ts'
import { checkOperatorTexts } from './operator-texts.ts'
import { checkName, rules } from './rules.ts'
import { type Finding, filesUnder, isCode, parse, readSource, root } from './source.ts'

const files = filesUnder('src', 'tests')
const sources = [...files.filter(isCode), 'vite.config.ts'].map(readSource)

const listed = (found: readonly Finding[]): readonly string[] =>
  found.map(({ path, line, what }) => `${path}:${line} ${what}`)

for (const { name, check } of rules) {
  test(`In all source files ${name}`, () => expect(listed(sources.flatMap(check))).toEqual([]))
}

test('There are no import cycles between files or folders', () => {
  expect(listed(checkCycles(sources))).toEqual([])
})

test('Every export is imported by another file', () => {
  expect(listed(checkDeadExports(sources))).toEqual([])
})

test('Every source file is imported or an entry point', () => {
  expect(listed(checkDeadFiles(sources))).toEqual([])
})

test('Every command of the engine is submitted by the server', () => {
  expect(listed(checkSubmitted(sources))).toEqual([])
  const unused = parse('src/engine/rules/commands.ts', "export type Mint = { readonly type: 'mint-money' }")
  const named = parse('src/server/x.ts', "type Mint = Extract<Command, { type: 'mint-money' }>")
  expect(listed(checkSubmitted([...sources, unused, named]))).toEqual([
    'src/engine/rules/commands.ts:1 declares mint-money, which nothing in src/server submits',
  ])
})

test('Only the record of an account writes the tables that decide who can use it', () => {
  expect(listed(checkAccountWriters(sources))).toEqual([])
  const hidden = [
    "const SET = 'update users set email = $2 where id = $1'",
    'const ADD = `insert into\n  address_book`',
  ]
  const written = parse('src/server/security/set-email.ts', hidden.join('\n'))
  expect(listed(checkAccountWriters([...sources, written]))).toEqual([
    expect.stringMatching('src/server/security/set-email.ts:1 writes a table of accounts'),
    expect.stringMatching('src/server/security/set-email.ts:2 writes a table of accounts'),
  ])
})

test('Text of operators is free text, has a format, or is not stored', () => {
  expect(listed(checkOperatorTexts(sources))).toEqual([])
  const stored = parse('src/server/operator/x.ts', 'const x = z.strictObject({\n  note: z.string().trim().max(500) })')
  expect(listed(checkOperatorTexts([stored]))).toEqual([
    expect.stringMatching('src/server/operator/x.ts:2 note may have any characters'),
  ])
})

test('Every dependency of package.json is used', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(listed(checkDependencies(Object.keys({ ...dependencies, ...devDependencies }), sources))).toEqual([])
})

test('Every npm script starts Node through src/tools/run.mjs, and no file uses the Node among the programs of packages', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(listed(checkScripts(scripts))).toEqual([])
  const texts = [...files, 'package.json', 'README.md', 'vite.config.ts', '.ci/run', '.env.example']
  expect(listed(texts.flatMap((path) => checkProgramNames(path, readFileSync(join(root, path), 'utf8'))))).toEqual([])
})

test('An npm script that starts a program of node_modules, or the first Node in the path, is rejected', () => {
  const broken = {
    check: 'tsc --noEmit',
    start: 'exec node src/server/main.ts',
    build: 'node src/tools/run.mjs a.ts && vite',
    signer: 'exec node src/tools/run.mjs src/signer/main.ts',
  }
  expect(checkScripts(broken)).toHaveLength(4)
  expect(checkProgramNames('src/a.ts', "join(modules, '.bin', 'node')")).toHaveLength(1)
  expect(checkProgramNames('src/GUIDE.md', ['node_modules', '.bin', 'node'].join('/'))).toHaveLength(1)
})

test('Test folders mirror the source folders', () => {
  const own = ['bench', 'e2e', 'fixtures', 'golden', 'long', 'mutants', 'run', 'simulation', 'tidy']
  const stray = files
    .filter((path) => path.startsWith('tests/') && path.endsWith('.test.ts'))
    .map((path) => path.split('/').slice(1, -1).join('/'))
    .filter((folder) => !own.includes(folder.split('/')[0] ?? '') && !existsSync(join(root, 'src', folder)))
  expect([...new Set(stray)]).toEqual([])
})

test('Files that are not code have kebab-case names as well', () => {
  expect(listed(files.filter((path) => !isCode(path)).flatMap(checkName))).toEqual([])
})

/** What git tracks in the root, so that a note of a developer is no failure; all files where there is no git. */
function rootEntries(): readonly string[] {
  const { status, stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) return readdirSync(root)
  return [...new Set(stdout.split('\n').map((path) => path.split('/')[0] ?? ''))].filter((name) => name !== '')
}

/** The script of every change of a table has a number, so its folder grows. */
const fullFolders = (paths: readonly string[]): readonly Finding[] =>
  [...Map.groupBy(paths, (path) => dirname(path))]
    .filter(([folder, inside]) => inside.length > 30 && folder !== 'tests/fixtures' && !folder.endsWith('/migrations'))
    .map(([folder, inside]) => ({ path: folder, line: 1, what: `has ${inside.length} files` }))

test('Folders have at most 30 files, apart from migrations and fixtures', () => {
  expect(listed(fullFolders(files))).toEqual([])
  const many = Array.from({ length: 31 }, (_, index) => `src/client/ui/${index}.ts`)
  expect(listed(fullFolders(many))).toEqual(['src/client/ui:1 has 31 files'])
})

test('The repository root contains only the expected files', () => {
  const allowed = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'index.html']
  const documents = ['README.md', 'bot-setup.md', 'LICENSE', 'NOTICE']
  const generated = ['node_modules', 'dist', 'coverage', 'screenshots', 'repeated.txt']
  const known = [...allowed, ...documents, ...generated, 'src', 'public', 'tests']
  const unexpected = rootEntries().filter((name) => !name.startsWith('.') && !known.includes(name))
  expect(unexpected).toEqual([])
})

// [rule, path, text]: exactly the rule whose name starts like this rejects it.
const planted: readonly (readonly [string, string, string])[] = [
  ['imports follow', 'src/contract/money.ts', "import { execute } from '../engine/exchange.ts'"],
  ['imports follow', 'src/contract/money.ts', "import { dirname, join } from 'node:path'"],
  ['imports follow', 'src/engine/exchange.ts', "import { openDatabase } from '../server/postgres/database.ts'"],
  ['imports follow', 'src/engine/exchange.ts', "import { createHash } from 'node:crypto'"],
  ['imports follow', 'src/engine/exchange.ts', "export { now } from '../client/app/app.tsx'"],
  ['imports follow', 'src/engine/deposits/module.ts', "import { openLedger } from '../core/ledger.ts'"],
  ['imports follow', 'src/engine/deposits/module.ts', "import type { OrderView } from '../core/views.ts'"],
  ['imports follow', 'src/engine/state.ts', "import { openLedger } from './core/ledger.ts'"],
  ['imports follow', 'src/engine/exchange.ts', "import { openCore } from './core/open-core.ts'"],
  ['imports follow', 'src/engine/execution.ts', "import { openViews } from './core/views.ts'"],
  ['imports follow', 'src/server/sequencer/journal.ts', "import type { App } from '../http/app.ts'"],
  ['imports follow', 'src/server/sequencer/journal.ts', "import { WebSocketServer } from 'ws'"],
  ['imports follow', 'src/server/gateway/socket.ts', "import pg from 'pg'"],
  ['imports follow', 'src/server/email/outbox.ts', "import { execute } from '../../engine/exchange.ts'"],
  ['imports follow', 'src/server/wiring/build-http-app.ts', "const part = await import('../../client/app/app.tsx')"],
  ['imports follow', 'src/server/wiring/build-http-app.ts', 'const part = await import(name)'],
  ['imports follow', 'src/server/wiring/build-http-app.ts', "type App = import('../../client/app/app.tsx').App"],
  ['imports follow', 'src/client/state/book/book.ts', "import { App } from '../../screens/trade/trade-screen.tsx'"],
  ['imports follow', 'src/client/connection/socket.ts', "import { atom } from 'jotai'"],
  ['imports follow', 'src/client/connection/socket.ts', "import { useState } from 'react'"],
  ['imports follow', 'src/client/screens/trade/trade-screen.tsx', "import { Row } from '../markets/market-row.tsx'"],
  ['imports follow', 'src/client/screens/trade/trade-screen.tsx', "import { send } from '../../connection/socket.ts'"],
  ['imports follow', 'src/client/app/app.tsx', "import { init } from '@telegram-apps/sdk-react'"],
  ['imports follow', 'src/client/app/app.tsx', "import { orderBody } from '../../contract/schemas.ts'"],
  ['imports follow', 'src/client/app/app.tsx', "import { views } from '../../contract/orders/schemas.ts'"],
  ['imports follow', 'src/somewhere/new.ts', "import { units } from '../contract/money.ts'"],
  ['imports are', 'src/engine/exchange.ts', "import { units } from '../contract/money'"],
  ['imports are', 'tests/engine/book.test.ts', "import { units } from '#contract/money.ts'"],
  ['the engine', 'src/engine/exchange.ts', 'const at = Date'],
  ['the engine', 'src/engine/exchange.ts', 'const chance = Math.random()'],
  ['the engine', 'src/engine/exchange.ts', 'setTimeout(tick, 1)'],
  ['the engine', 'src/engine/exchange.ts', 'export const execute = async () => 1'],
  ['the engine', 'src/engine/exchange.ts', 'process.exit()'],
  [
    'only engine/exchange',
    'src/server/sequencer/replay-journal.ts',
    "import { emptyState } from '../../engine/state.ts'",
  ],
  [
    'only engine/exchange',
    'src/server/play/market-maker.ts',
    "import type { OrderView } from '../../engine/core/views.ts'",
  ],
  ['only engine/exchange', 'tests/golden/record.ts', "import { emptyState } from '../../src/engine/state.ts'"],
  ['only the core', 'src/server/tools/audit.ts', 'const owners = now.state.core.ledger.keys()'],
  ['only the core', 'src/server/tools/audit.ts', "const owners = state['core'].ledger.keys()"],
  ['only the core', 'src/server/tools/audit.ts', 'const { core, seq } = state'],
  ['only the core', 'src/server/tools/audit.ts', 'const size = sequencer.read(({ core }) => core.orders.size)'],
  ['only the core', 'src/engine/accounts/open-account.ts', 'const trader = state.core.traders.get(user)'],
  ['only server/runtime/config', 'src/server/wiring/build-http-app.ts', 'const port = process.env.PORT'],
  ['only server/runtime/config', 'src/client/app/app.tsx', "const port = process['env']"],
  ['only server/runtime/system-clock', 'src/server/sequencer/sequencer.ts', 'const at = Date.now()'],
  ['only server/runtime/system-clock', 'src/server/sequencer/sequencer.ts', 'const at = +new Date()'],
  ['screens', 'src/client/screens/home/home-screen.tsx', 'useEffect(() => {}, [])'],
  ['files have', 'src/engine/exchange.ts', 'a;'.repeat(9) + '\n'.repeat(301)],
  ['functions have', 'src/engine/exchange.ts', `function long() {${'\n'.repeat(70)}}`],
  [
    'files import',
    'src/server/wiring/open-auth.ts',
    Array.from({ length: 41 }, (_, each) => `import { part${each} } from '../auth/part-${each}.ts'`).join('\n'),
  ],
  ['object literals', 'tests/engine/book.test.ts', 'const order = { side, ...{ price, amount } }'],
  ['file names', 'src/engine/utils.ts', ''],
  ['file names', 'src/engine/orderBook.ts', ''],
  ['no to-do', 'src/engine/exchange.ts', `// ${'TO'}DO later`],
  ['no to-do', 'src/server/main.ts', 'console.log(1)'],
  ['comments', 'src/engine/state.ts', '/** What somebody has. */'],
  ['comments', 'tests/engine/book.test.ts', "test('whoever asks is told', () => {})"],
  ['no test', 'tests/engine/book.test.ts', "test.only('one', () => {})"],
]

for (const [rule, path, text] of planted) {
  test(`A tidy rule rejects in ${path}: ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60) || 'its name'}`, () => {
    const source = parse(path, text)
    const caught = rules.filter(({ check }) => check(source).length > 0).map(({ name }) => name)
    expect(caught).toHaveLength(1)
    expect(caught[0]?.startsWith(rule)).toBe(true)
  })
}

test('The tidy rules accept what is allowed', () => {
  const texts = [
    [
      'src/engine/exchange.ts',
      "import { cost } from '../contract/money.ts'\nexport const at = (event: { Date: 1 }) => event.Date",
    ],
    ['src/server/orders/order-history-projection.ts', "import type { Event } from '../../engine/exchange.ts'"],
    ['src/server/sequencer/replay-journal.ts', "import { expectDefined } from '../../engine/assert.ts'"],
    ['src/engine/core/match.ts', 'const { books } = state.core'],
    ['src/engine/core.ts', "import { openLedger } from './core/ledger.ts'"],
    ['src/engine/state.ts', "import { emptyCore } from './orders/core-state.ts'"],
    ['src/server/wire/market.ts', 'const first = page.orders[0]'],
    ['src/server/wiring/build-http-app.ts', 'const shown = new Date(millis).toISOString()'],
    ['src/client/platform/telegram.ts', "import { init } from '@telegram-apps/sdk-react'"],
    ['src/client/screens/trade/trade-screen.tsx', "import { OrderForm } from './order-form.tsx'"],
    ['src/client/app/routes.tsx', "const Trade = lazy(() => import('./screens/trade/trade-screen.tsx'))"],
  ] as const
  const found = texts.flatMap(([path, text]) => rules.flatMap(({ check }) => check(parse(path, text))))
  expect(listed(found)).toEqual([])
})

test('A cycle between two files and a cycle between two folders are rejected', () => {
  const cycle = [
    parse('src/client/ui/a.ts', "import './b.ts'"),
    parse('src/client/ui/b.ts', "import type { A } from './a.ts'"),
    parse('src/client/ui/c.ts', "import '../format/d.ts'"),
    parse('src/client/format/d.ts', "import '../ui/a.ts'"),
  ]
  expect(checkCycles(cycle).map(({ what }) => what.split(';')[0])).toEqual([
    'is in an import cycle: src/client/ui/a.ts → src/client/ui/b.ts → src/client/ui/a.ts',
    'is in an import cycle: src/client/ui → src/client/format → src/client/ui',
  ])
})

test('An unused export, an unused file and an unused dependency are rejected', () => {
  const unused = [
    parse('src/client/ui/a.ts', 'export const used = 1\nexport const unused = 2'),
    parse('src/client/ui/b.ts', "import { used } from './a.ts'"),
  ]
  expect(checkDeadExports(unused).map(({ path, line }) => `${path}:${line}`)).toEqual(['src/client/ui/a.ts:2'])
  expect(checkDeadFiles(unused).map(({ path }) => path)).toEqual(['src/client/ui/b.ts'])
  expect(checkDependencies(['left-pad'], unused)).toHaveLength(1)
})
