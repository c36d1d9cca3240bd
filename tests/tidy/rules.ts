import { checkEngineEntry, checkEngineState } from './engine-rules.ts'
import { refuseFile, refusePackage, rowFor } from './import-table.ts'
import { type Finding, isNode, type Node, type Source } from './source.ts'
import { checkWords } from './words.ts'

/** A rule about one source file. */
export type Rule = { readonly name: string; readonly check: (source: Source) => readonly Finding[] }

const sourceLimit = 300
const testLimit = 600
const functionLimit = 64
/** The core of records: its factories declare functions over the same columns, which are counted by themselves. */
const recordCore = 'src/engine/core/'
const recordSourceLimit = 200
const recordFunctionLimit = 40
const importLimit = 40
const vague = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'types',
  'services',
  'service',
  'managers',
  'manager',
  'index',
]
/** What the engine may not use, and what to do instead. */
const engineBans: Readonly<Record<string, string>> = {
  Date: 'time comes with the command (`at`)',
  process: 'the engine has no environment',
  setTimeout: 'the engine is synchronous; timers belong to the server',
  setInterval: 'the engine is synchronous; timers belong to the server',
  setImmediate: 'the engine is synchronous; timers belong to the server',
  queueMicrotask: 'the engine is synchronous',
  performance: 'time comes with the command (`at`)',
  globalThis: 'the engine has no globals',
}

export const rules: readonly Rule[] = [
  { name: 'imports follow the import table', check: checkImports },
  { name: 'imports are relative and end with a file name', check: checkEndings },
  { name: 'the engine uses no clock, randomness, environment or async code', check: checkEngine },
  { name: 'only engine/exchange.ts is imported from outside the engine', check: checkEngineEntry },
  { name: 'only the core of the engine accesses its data', check: checkEngineState },
  { name: 'only server/runtime/config.ts reads the environment', check: checkEnvironment },
  { name: 'only server/runtime/system-clock.ts reads the clock', check: checkClock },
  { name: 'screens have no effects', check: checkEffects },
  { name: `files have at most ${sourceLimit} lines, tests ${testLimit}`, check: checkFileLength },
  { name: `functions have at most ${functionLimit} lines`, check: checkFunctionLength },
  { name: `files import at most ${importLimit} others`, check: checkImportCount },
  { name: 'object literals are not spread into others', check: checkSpreadLiterals },
  { name: 'file names are in kebab-case and specific', check: ({ path }) => checkName(path) },
  { name: 'no to-do notes, console calls or suppressed checks are left', check: checkLeftovers },
  { name: 'no test is skipped or focused', check: checkTestsRun },
  { name: 'comments and test titles use plain technical English', check: checkWords },
]

/** One finding for each node for which `what` returns a text. */
function findings(source: Source, what: (node: Node) => string | undefined): readonly Finding[] {
  return source.nodes.flatMap((node) => {
    const found = what(node)
    return found === undefined ? [] : [{ path: source.path, line: source.lineOf(node), what: found }]
  })
}

function checkImports({ path, imports }: Source): readonly Finding[] {
  if (!path.startsWith('src/')) return []
  if (rowFor(path) === undefined)
    return [{ path, line: 1, what: 'has no row in tests/tidy/import-table.ts: add one, or use an existing folder' }]
  return imports.flatMap((each) => {
    const what = refuse(path, each.from, each.path, each.typeOnly)
    return what === undefined ? [] : [{ path, line: each.line, what }]
  })
}

function refuse(
  path: string,
  from: string | undefined,
  target: string | undefined,
  typeOnly: boolean,
): string | undefined {
  if (from === undefined) return 'imports a computed path: write the path as a literal'
  return target === undefined ? refusePackage(path, from) : refuseFile(path, target, typeOnly)
}

function checkEndings({ path, imports }: Source): readonly Finding[] {
  return imports.flatMap(({ from, line, path: target }) => {
    if (from?.startsWith('#') || from?.startsWith('/'))
      return [{ path, line, what: `imports ${from}: use a relative path` }]
    const ends = target === undefined || /\.(ts|tsx|mjs|css|json|svg)(\?\w+)?$/.test(target)
    return ends ? [] : [{ path, line, what: `imports ${from}: write the file name with its extension` }]
  })
}

/** `object.property` as text, for a plain member expression. */
function member(node: Node): string | undefined {
  if (node.type !== 'MemberExpression' || !isNode(node.object) || !isNode(node.property)) return undefined
  return `${node.object.name}.${node.property.name ?? node.property.value}`
}

function checkEngine(source: Source): readonly Finding[] {
  if (!source.path.startsWith('src/engine/')) return []
  // Property names are free: only names that refer to something outside the engine count.
  const properties = new Set(source.nodes.flatMap(propertyName))
  return findings(source, (node) => {
    if (node.type === 'AwaitExpression' || node.async === true) return 'is async: the engine is synchronous'
    if (member(node) === 'Math.random') return 'uses Math.random: the engine is deterministic'
    if (node.type !== 'Identifier' || properties.has(node)) return undefined
    const name = String(node.name)
    return name in engineBans ? `uses ${name}: ${engineBans[name]}` : undefined
  })
}

function propertyName(node: Node): readonly Node[] {
  if (node.computed === true) return []
  if (node.type === 'MemberExpression' && isNode(node.property)) return [node.property]
  const named = ['Property', 'TSPropertySignature', 'PropertyDefinition', 'MethodDefinition', 'TSMethodSignature']
  return named.includes(node.type) && isNode(node.key) && node.shorthand !== true ? [node.key] : []
}

function checkEnvironment(source: Source): readonly Finding[] {
  const exempt = [
    'src/server/runtime/config.ts',
    'src/signer/settings.ts',
    'src/tools/prepare.mjs',
    'src/tools/cluster/main.ts',
  ]
  if (!source.path.startsWith('src/') || exempt.includes(source.path)) return []
  return findings(source, (node) =>
    member(node) === 'process.env' ? 'reads process.env: add a setting to src/server/runtime/config.ts' : undefined,
  )
}

function checkClock(source: Source): readonly Finding[] {
  if (!source.path.startsWith('src/server/') || source.path === 'src/server/runtime/system-clock.ts') return []
  const instead = 'take a Clock as a parameter'
  return findings(source, (node) => {
    if (member(node) === 'Date.now') return `calls Date.now: ${instead}`
    const calls = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (!calls || !isNode(node.callee) || node.callee.name !== 'Date') return undefined
    // With an argument it only converts a time.
    return Array.isArray(node.arguments) && node.arguments.length > 0 ? undefined : `calls Date(): ${instead}`
  })
}

function checkEffects(source: Source): readonly Finding[] {
  if (!source.path.startsWith('src/client/screens/')) return []
  return findings(source, (node) =>
    node.type === 'Identifier' && /^use(Layout)?Effect$/.test(String(node.name))
      ? `uses ${node.name}: load data in an atom (src/client/state), a screen only reads it`
      : undefined,
  )
}

function checkFileLength({ path, lines }: Source): readonly Finding[] {
  const limit = path.startsWith('tests/') ? testLimit : path.startsWith(recordCore) ? recordSourceLimit : sourceLimit
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length
  return count > limit
    ? [{ path, line: limit + 1, what: `has ${count} lines, at most ${limit}: split it by topic` }]
    : []
}

function checkFunctionLength(source: Source): readonly Finding[] {
  if (!source.path.startsWith('src/')) return []
  return findings(source, (node) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return undefined
    const isRecord = source.path.startsWith(recordCore)
    const limit = isRecord ? recordFunctionLimit : functionLimit
    const count = linesOf(source, node) - (isRecord ? linesOfDeclared(source, node) : 0)
    return count > limit ? `has a function of ${count} lines, at most ${limit}: split it` : undefined
  })
}

const linesOf = ({ text }: Source, { start, end }: Node): number => text.slice(start, end).split('\n').length

/** Of the functions that a function declares. */
function linesOfDeclared(source: Source, { body }: Node): number {
  const statements = isNode(body) && Array.isArray(body.body) ? body.body.filter(isNode) : []
  return statements
    .filter(({ type }) => type === 'FunctionDeclaration')
    .reduce((sum, each) => sum + linesOf(source, each), 0)
}

function checkImportCount({ path, imports }: Source): readonly Finding[] {
  // The engine has one file that others import.
  if (!path.startsWith('src/') || path === 'src/engine/exchange.ts') return []
  const count = new Set(imports.map(({ from }) => from)).size
  return count > importLimit
    ? [{ path, line: 1, what: `imports ${count} files, at most ${importLimit}: open parts in a file of their own` }]
    : []
}

function checkSpreadLiterals(source: Source): readonly Finding[] {
  return findings(source, (node) =>
    node.type === 'SpreadElement' && isNode(node.argument) && node.argument.type === 'ObjectExpression'
      ? 'spreads an object literal: write its fields'
      : undefined,
  )
}

export function checkName(path: string): readonly Finding[] {
  const parts = path.split('/').slice(1)
  const wrong = parts.flatMap((part) => {
    const stem = part.split('.')[0] ?? ''
    if (vague.includes(stem)) return [`${part} is too vague: name the file after what it contains`]
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(part)
    // The name that Caddy expects.
    return kebab || /^([A-Z]+\.md|Caddyfile)$/.test(part) ? [] : [`${part} is not in kebab-case`]
  })
  return wrong.map((what) => ({ path, line: 1, what }))
}

function checkLeftovers(source: Source): readonly Finding[] {
  const { path } = source
  const notes = source.lines.flatMap((line, index) => {
    // The one-letter classes keep this line from matching itself.
    const found = /\bTO[D]O\b|\bFIXM[E]\b|\bXX[X]\b|@ts-ignor[e]|@ts-nochec[k]/.exec(line)
    return found ? [{ path, line: index + 1, what: `contains ${found[0]}: do it, or remove the note` }] : []
  })
  const calls = findings(source, (node) => {
    const name = member(node)
    return name?.startsWith('console.') ? `calls ${name}: use the log, or process.stdout in a tool` : undefined
  })
  return [...notes, ...calls]
}

function checkTestsRun(source: Source): readonly Finding[] {
  if (!source.path.startsWith('tests/')) return []
  return findings(source, (node) => {
    const name = member(node) ?? ''
    return /^(test|it|describe|suite)\.(only|skip|todo|skipIf|runIf|fails)$/.test(name)
      ? `calls ${name}: every test runs, always`
      : undefined
  })
}
