import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDocument } from './tidy/documents.ts'
import { checkName, rules } from './tidy/rules.ts'
import { type Complaint, filesUnder, isCode, parse, readSource, root } from './tidy/source.ts'

const files = filesUnder('src', 'tests')
const sources = files.filter(isCode).map(readSource)

const listed = (complaints: readonly Complaint[]): readonly string[] =>
  complaints.map(({ path, line, what }) => `${path}:${line} ${what}`)

for (const { name, check } of rules) {
  test(name, () => expect(listed(sources.flatMap(check))).toEqual([]))
}

test('files that are not code are named in kebab-case as well', () => {
  expect(listed(files.filter((path) => !isCode(path)).flatMap(checkName))).toEqual([])
})

test('the top level holds what it is meant to hold', () => {
  const allowed = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'index.html']
  const documents = ['README.md', 'bot-setup.md', 'LICENSE', 'NOTICE']
  const made = ['node_modules', 'dist', 'coverage', 'screenshots']
  const known = [...allowed, ...documents, ...made, 'src', 'public', 'tests']
  const strange = readdirSync(root).filter((name) => !name.startsWith('.') && !known.includes(name))
  expect(strange).toEqual([])
})

test('every path a document names exists', () => {
  const documents = ['README.md', 'bot-setup.md', 'src/ARCHITECTURE.md'].filter((path) => existsSync(join(root, path)))
  expect(listed(documents.flatMap((path) => checkDocument(path, readFileSync(join(root, path), 'utf8'))))).toEqual([])
})

// [rule, path, text]: each is caught by exactly the rule whose name starts so.
const planted: readonly (readonly [string, string, string])[] = [
  ['arrows', 'src/contract/money.ts', "import { execute } from '../engine/engine.ts'"],
  ['arrows', 'src/contract/money.ts', "import { join } from 'node:path'"],
  ['arrows', 'src/engine/engine.ts', "import { openDatabase } from '../server/postgres/database.ts'"],
  ['arrows', 'src/engine/engine.ts', "import { createHash } from 'node:crypto'"],
  ['arrows', 'src/engine/engine.ts', "export { now } from '../client/app.tsx'"],
  ['arrows', 'src/server/core/journal.ts', "import type { App } from '../http/app.ts'"],
  ['arrows', 'src/server/core/journal.ts', "import { WebSocketServer } from 'ws'"],
  ['arrows', 'src/server/gateway/socket.ts', "import pg from 'pg'"],
  ['arrows', 'src/server/projections/projector.ts', "import { execute } from '../../engine/engine.ts'"],
  ['arrows', 'src/server/http/app.ts', "const part = await import('../../client/app.tsx')"],
  ['arrows', 'src/server/http/app.ts', 'const part = await import(name)'],
  ['arrows', 'src/server/http/app.ts', "type App = import('../../client/app.tsx').App"],
  ['arrows', 'src/client/atoms/book.ts', "import { App } from '../screens/trade/trade-screen.tsx'"],
  ['arrows', 'src/client/connection/socket.ts', "import { atom } from 'jotai'"],
  ['arrows', 'src/client/connection/socket.ts', "import { useState } from 'react'"],
  ['arrows', 'src/client/screens/trade/trade-screen.tsx', "import { Row } from '../markets/market-row.tsx'"],
  ['arrows', 'src/client/screens/trade/trade-screen.tsx', "import { send } from '../../connection/socket.ts'"],
  ['arrows', 'src/client/app.tsx', "import { init } from '@telegram-apps/sdk-react'"],
  ['arrows', 'src/client/app.tsx', "import { orderBody } from '../contract/schemas.ts'"],
  ['arrows', 'src/client/app.tsx', "import { views } from '../contract/reply-schemas.ts'"],
  ['arrows', 'src/somewhere/new.ts', "import { units } from '../contract/money.ts'"],
  ['imports', 'src/engine/engine.ts', "import { units } from '../contract/money'"],
  ['imports', 'tests/engine/book.test.ts', "import { units } from '#contract/money.ts'"],
  ['the engine', 'src/engine/engine.ts', 'const at = Date'],
  ['the engine', 'src/engine/engine.ts', 'const chance = Math.random()'],
  ['the engine', 'src/engine/engine.ts', 'setTimeout(tick, 1)'],
  ['the engine', 'src/engine/engine.ts', 'export const execute = async () => 1'],
  ['the engine', 'src/engine/engine.ts', 'process.exit()'],
  ['the environment', 'src/server/http/app.ts', 'const port = process.env.PORT'],
  ['the environment', 'src/client/app.tsx', "const port = process['env']"],
  ['the clock', 'src/server/core/sequencer.ts', 'const at = Date.now()'],
  ['the clock', 'src/server/core/sequencer.ts', 'const at = +new Date()'],
  ['screens', 'src/client/screens/home/home-screen.tsx', 'useEffect(() => {}, [])'],
  ['files are short', 'src/engine/engine.ts', 'a;'.repeat(9) + '\n'.repeat(301)],
  ['functions', 'src/engine/engine.ts', `function long() {${'\n'.repeat(70)}}`],
  ['files are named', 'src/engine/utils.ts', ''],
  ['files are named', 'src/engine/orderBook.ts', ''],
  ['nothing', 'src/engine/engine.ts', `// ${'TO'}DO later`],
  ['nothing', 'src/server/main.ts', 'console.log(1)'],
  ['every test', 'tests/engine/book.test.ts', "test.only('one', () => {})"],
]

for (const [rule, path, text] of planted) {
  test(`is caught in ${path}: ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60) || 'its name'}`, () => {
    const source = parse(path, text)
    const caught = rules.filter(({ check }) => check(source).length > 0).map(({ name }) => name)
    expect(caught).toHaveLength(1)
    expect(caught[0]?.startsWith(rule)).toBe(true)
  })
}

test('what is allowed is left alone', () => {
  const texts = [
    [
      'src/engine/engine.ts',
      "import { cost } from '../contract/money.ts'\nexport const at = (event: { Date: 1 }) => event.Date",
    ],
    ['src/server/projections/order-history.ts', "import type { Event } from '../../engine/events.ts'"],
    ['src/server/http/app.ts', 'const shown = new Date(millis).toISOString()'],
    ['src/client/platform/telegram.ts', "import { init } from '@telegram-apps/sdk-react'"],
    ['src/client/screens/trade/trade-screen.tsx', "import { OrderForm } from './order-form.tsx'"],
    ['src/client/routes.tsx', "const Trade = lazy(() => import('./screens/trade/trade-screen.tsx'))"],
  ] as const
  const found = texts.flatMap(([path, text]) => rules.flatMap(({ check }) => check(parse(path, text))))
  expect(listed(found)).toEqual([])
})

test('a path that does not exist is caught in a document', () => {
  const text = 'See `engine/no-such-file.ts`, src/nowhere/, `tests/run.ts` and `npm test`.'
  expect(checkDocument('README.md', text).map(({ what }) => what)).toEqual([
    'names src/nowhere/, which does not exist',
    'names engine/no-such-file.ts, which does not exist',
  ])
})
