// A source file as the tidy rules see it: its text, its syntax tree, and what it imports.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'vite'

export type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>

export type Import = {
  readonly line: number
  /** As written, or undefined when it is computed. */
  readonly from: string | undefined
  /** The path from the root that a relative import means. */
  readonly path: string | undefined
  readonly typeOnly: boolean
}

export type Source = {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly nodes: readonly Node[]
  readonly imports: readonly Import[]
  lineOf(node: Node): number
}

/** What a rule says about a place. */
export type Complaint = { readonly path: string; readonly line: number; readonly what: string }

export const root = join(import.meta.dirname, '..', '..')

/** Every file below these folders, as paths from the root. */
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
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const starts = lineStarts(text)
  const lineOf = (node: Node): number => starts.findLastIndex((start) => start <= node.start) + 1
  const nodes = [...walk(program as unknown as Node)]
  const imports = nodes.flatMap((node) => importOf(path, node, lineOf(node)))
  return { path, text, lines: text.split('\n'), nodes, imports, lineOf }
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

/** Static, dynamic and type imports, and what is exported from elsewhere. */
function importOf(path: string, node: Node, line: number): readonly Import[] {
  const named = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ]
  if (!named.includes(node.type) || !isNode(node.source)) return []
  const from = typeof node.source.value === 'string' ? node.source.value : undefined
  const typeOnly = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type'
  const relative = from?.startsWith('.') ? posix.join(dirname(path), from) : undefined
  return [{ line, from, path: relative, typeOnly }]
}
