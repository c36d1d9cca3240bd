// What the documents say about paths, tables and decisions must be so.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Finding, filesUnder, root } from './source.ts'

const folders = /(?<![\w./-])(?:src|tests|public|\.ci)\/[\w./-]*[\w/]/g
const quoted = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|md|json|sql|html|css)|(?:[\w.-]+\/)+)`/g

const fileNames = new Set(filesUnder('src', 'tests').map((path) => basename(path)))

/** Paths may be relative to the repository root or to `src/`; a bare file name must exist somewhere. */
export function checkDocument(path: string, text: string): readonly Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const named = [...line.matchAll(folders)].map((match) => match[0])
    const inQuotes = [...line.matchAll(quoted)].map((match) => match[1] ?? '')
    const missing = [...new Set([...named, ...inQuotes])].filter((each) => !exists(each))
    return missing.map((each) => ({ path, line: index + 1, what: `names ${each}, which does not exist` }))
  })
}

const exists = (path: string): boolean =>
  // Created by a run, absent in a clone.
  /^(node_modules|dist|\.data|screenshots)\//.test(path) ||
  fileNames.has(path) ||
  existsSync(join(root, path)) ||
  existsSync(join(root, 'src', path))

/** A recipe `### …: 4 files` names exactly that many files in its numbered list. */
export function checkRecipes(path: string, text: string): readonly Finding[] {
  return text.split(/^(?=#{2,3} )/m).flatMap((section) => {
    const count = /^### .*: (\d+) files?$/m.exec(section)?.[1]
    if (count === undefined) return []
    // The list, with the indented lines that continue an item.
    const list = section.split('\n').filter((line) => /^(\d+\. | {3})/.test(line))
    const files = new Set(list.flatMap((line) => [...line.matchAll(/`(src\/[^`]+\.\w+)`/g)].map((match) => match[1])))
    const what = `${section.split('\n')[0]} names ${files.size} files: correct the heading or the list`
    return files.size === Number(count) ? [] : [{ path, line: 1, what }]
  })
}

/** Each table of the schema has a row in the list of tables. */
export function checkTables(path: string, text: string, schema: string): readonly Finding[] {
  const listed = [...text.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])
  const tables = [...schema.matchAll(/^create table (\w+)/gm)].map((match) => match[1])
  const missing = tables.filter((table) => !listed.includes(table)).map((table) => `has no row for the table ${table}`)
  const unknown = listed.filter((table) => !tables.includes(table)).map((table) => `has a row for ${table}, no table`)
  return [...missing, ...unknown].map((what) => ({ path, line: 1, what }))
}

export type Document = { readonly path: string; readonly text: string }

type DecisionRow = { readonly number: number; readonly title: string; readonly state: string; readonly file: string }

/** Each decision is one row of the index and one entry, in the document that the row names. Numbers have no gaps. */
export function checkDecisions({ path, text }: Document, documents: readonly Document[]): readonly Finding[] {
  const rows = [...text.matchAll(/^\| (\d+) \| (.+) \| ([^|]+) \| `?([^|`]+)`? \|$/gm)].map(
    ([, number = '', title = '', state = '', file = '']): DecisionRow => ({ number: +number, title, state, file }),
  )
  const entries = documents.flatMap((document) =>
    [...document.text.matchAll(/^### (\d+)\. (.+)$/gm)].map(([, number = '', title = '']) => ({
      number: +number,
      title,
      file: document.path,
    })),
  )
  const inRows = new Set(rows.map(({ number }) => number))
  const found = rows.flatMap((row) => {
    const own = entries.filter(({ number }) => number === row.number)
    return [...checkPlace(row, own), ...checkState(row, inRows)]
  })
  const twice = [...Map.groupBy(rows, ({ number }) => number)]
    .filter(([, same]) => same.length > 1)
    .map(([number, same]) => `has ${same.length} rows for decision ${number}`)
  const unlisted = entries
    .filter(({ number }) => !inRows.has(number))
    .map(({ number, file }) => `has no row for decision ${number} of ${file}`)
  const gaps = Array.from({ length: Math.max(0, ...inRows) }, (_, index) => index + 1)
    .filter((number) => !inRows.has(number) && !entries.some((entry) => entry.number === number))
    .map((number) => `has no row for decision ${number}`)
  return [...found, ...twice, ...unlisted, ...gaps].map((what) => ({ path, line: 1, what }))
}

function checkPlace(row: DecisionRow, own: readonly Omit<DecisionRow, 'state'>[]): readonly string[] {
  const places = own.map(({ file }) => file).join(', ')
  if (row.state === NEVER_USED && own.length === 0) return []
  if (places !== row.file)
    return [`says that decision ${row.number} is in ${row.file}, it is in ${places || 'no document'}`]
  return own[0]?.title === row.title ? [] : [`has another title for decision ${row.number} than ${row.file}`]
}

const NEVER_USED = 'never used'

function checkState({ number, state }: DecisionRow, known: ReadonlySet<number>): readonly string[] {
  if (state === 'valid' || state === NEVER_USED) return []
  const later = /^(?:replaced|changed) by (\d+(?:, \d+)*)$/.exec(state)?.[1]?.split(', ').map(Number)
  if (later === undefined) return [`decision ${number}: the state is ${state}`]
  const isLater = later.every((each) => each > number && known.has(each))
  return isLater ? [] : [`decision ${number}: ${state} names no later decision`]
}
