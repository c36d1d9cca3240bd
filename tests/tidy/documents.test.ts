import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDecisions, checkDocument, checkRecipes, checkTables, type Document } from './documents.ts'
import { type Finding, filesUnder, root } from './source.ts'

const listed = (found: readonly Finding[]): readonly string[] =>
  found.map(({ path, line, what }) => `${path}:${line} ${what}`)

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const isDocument = (path: string): boolean => path.endsWith('.md')
const documents: readonly Document[] = [
  ...readdirSync(root).filter(isDocument),
  ...filesUnder('src').filter(isDocument),
].map((path) => ({ path, text: read(path) }))

test('Every path that a document names exists', () => {
  expect(documents.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'src/docs/custody.md']))
  expect(listed(documents.flatMap(({ path, text }) => checkDocument(path, text)))).toEqual([])
})

test('A document that names a missing path is rejected', () => {
  const text = 'See `engine/no-such-file.ts`, src/nowhere/, `tests/run.ts` and `npm test`.'
  expect(checkDocument('README.md', text).map(({ what }) => what)).toEqual([
    'names src/nowhere/, which does not exist',
    'names engine/no-such-file.ts, which does not exist',
  ])
})

test('The list of tables says of each table of the schema who believes it and how it is proven', () => {
  const folder = 'src/server/postgres/migrations'
  const schema = readdirSync(join(root, folder)).map((name) => read(`${folder}/${name}`))
  const path = 'src/docs/accounts.md'
  expect(listed(checkTables(path, read(path), schema.join('\n')))).toEqual([])
  expect(checkTables(path, '| `gone` | a | b |', 'create table added (').map(({ what }) => what)).toEqual([
    'has no row for the table added',
    'has a row for gone, no table',
  ])
})

test('ARCHITECTURE.md has at most 150 lines, and names every document of src', () => {
  const page = read('src/ARCHITECTURE.md')
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  const others = documents.map(({ path }) => path).filter((path) => /^src\/(?!ARCHITECTURE)/.test(path))
  expect(others.filter((path) => !page.includes(`| \`${path}\` |`))).toEqual([])
})

test('Each decision of the index has one entry in the document that the index names, and each entry is in the index', () => {
  expect(listed(checkDecisions({ path: 'src/DECISIONS.md', text: read('src/DECISIONS.md') }, documents))).toEqual([])
})

test('A decision that is not in the index as it is written is rejected', () => {
  const index = (...rows: string[]): Document => ({ path: 'DECISIONS.md', text: rows.join('\n') })
  const first = { path: 'a.md', text: '### 1. Money is integers\nReason  x' }
  const found = (rows: readonly string[], ...entries: Document[]): readonly string[] =>
    checkDecisions(index(...rows), [first, ...entries]).map(({ what }) => what)
  const row = '| 1 | Money is integers | valid | `a.md` |'
  expect(found([row])).toEqual([])
  expect(found([row, '| 2 | – | never used | – |'])).toEqual([])
  expect(found([])).toEqual(['has no row for decision 1 of a.md'])
  expect(found([row, row])).toEqual(['has 2 rows for decision 1'])
  expect(found([row.replace('a.md', 'b.md')])).toEqual(['says that decision 1 is in b.md, it is in a.md'])
  expect(found([row], { ...first, path: 'b.md' })).toEqual(['says that decision 1 is in a.md, it is in a.md, b.md'])
  expect(found([row.replace('integers', 'floats')])).toEqual(['has another title for decision 1 than a.md'])
  expect(found([row, '| 3 | Time | valid | `a.md` |'])).toEqual([
    'says that decision 3 is in a.md, it is in no document',
    'has no row for decision 2',
  ])
  expect(found([row.replace('valid', 'changed by 2')])).toEqual(['decision 1: changed by 2 names no later decision'])
  expect(found([row.replace('valid', 'obsolete')])).toEqual(['decision 1: the state is obsolete'])
  expect(found(['| 1 | – | never used | – |'])).toEqual(['says that decision 1 is in –, it is in a.md'])
})

test('GUIDE.md has at most 150 lines, and its recipes name as many files as their headings say', () => {
  const guide = readFileSync(join(root, 'src/GUIDE.md'), 'utf8')
  expect(guide.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  expect(listed(checkRecipes('src/GUIDE.md', guide))).toEqual([])
})

test('A recipe that names another number of files than its heading is rejected', () => {
  expect(checkRecipes('GUIDE.md', '### Add a screen: 2 files\n1. `src/client/app/routes.tsx`: path\n')).toHaveLength(1)
})
