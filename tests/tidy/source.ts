// A source file as the tidy rules see it: text, syntax tree, imports and exports.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'vite'

export type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>

export type Import = {
  readonly line: number
  /** As written; undefined if computed. */
  readonly from: string | undefined
  /** The path from the repository root that a relative import resolves to. */
  readonly path: string | undefined
  readonly typeOnly: boolean
  /** The imported names; `all` for namespace and dynamic imports. */
  readonly names: readonly string[] | 'all'
}

export type Export = { readonly name: string; readonly line: number }

export type Source = {
  /** From the repository root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly nodes: readonly Node[]
  readonly imports: readonly Import[]
  /** Named exports declared in this file. */
  readonly exports: readonly Export[]
  readonly comments: readonly { readonly text: string; readonly line: number }[]
  lineOf(node: Node): number
}

export type Finding = { readonly path: string; readonly line: number; readonly what: string }

export const root = join(import.meta.dirname, '..', '..')

/** Every file below these folders, as paths from the repository root. */
export function filesUnder(...folders: readonly string[]): readonly string[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)

export const readSource = (path: string): Source => parse(path, readFileSync(join(root, path), 'utf8'))

export function parse(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const starts = lineStarts(text)
  const lineOf = ({ start }: Pick<Node, 'start'>): number => starts.findLastIndex((each) => each <= start) + 1
  const nodes = [...walk(program as unknown as Node)]
  const imports = nodes.flatMap((node) => importOf(path, node, lineOf(node)))
  const exports = nodes.flatMap((node) => exportsOf(node).map((name) => ({ name, line: lineOf(node) })))
  return {
    path,
    text,
    lines: text.split('\n'),
    nodes,
    imports,
    exports,
    comments: comments.map((comment) => ({ text: comment.value, line: lineOf(comment) })),
    lineOf,
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function* walk(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child)
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.type === 'Literal' ? node.value : (node.name ?? '')) : ''

const importing = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]

/** Static, dynamic and type imports, and re-exports. */
function importOf(path: string, node: Node, line: number): readonly Import[] {
  if (!importing.includes(node.type) || !isNode(node.source)) return []
  const from = typeof node.source.value === 'string' ? node.source.value : undefined
  const typeOnly = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type'
  const relative = from?.startsWith('.') ? posix.join(dirname(path), from) : undefined
  return [{ line, from, path: relative, typeOnly, names: importedNames(node) }]
}

function importedNames(node: Node): readonly string[] | 'all' {
  if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration') return 'all'
  const specifiers = nodesIn(node.specifiers)
  if (specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')) return 'all'
  return specifiers.map((each) =>
    each.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(each.imported ?? each.local),
  )
}

function exportsOf(node: Node): readonly string[] {
  if (node.type !== 'ExportNamedDeclaration' || isNode(node.source)) return []
  const { declaration } = node
  if (!isNode(declaration)) return nodesIn(node.specifiers).map((each) => nameOf(each.exported))
  if (declaration.type === 'VariableDeclaration')
    return nodesIn(declaration.declarations)
      .map(({ id }) => nameOf(id))
      .filter((name) => name !== '')
  return [nameOf(declaration.id)]
}
