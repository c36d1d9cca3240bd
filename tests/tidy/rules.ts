import { refuseFile, refusePackage, rowFor } from './import-table.ts'
import { type Complaint, isNode, type Node, type Source } from './source.ts'

/** One rule about one file of code. Its name finishes the sentence "in this house …". */
export type Rule = { readonly name: string; readonly check: (source: Source) => readonly Complaint[] }

const sourceLimit = 300
const testLimit = 600
const functionLimit = 70
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
const engineWords = [
  'Date',
  'process',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'performance',
  'globalThis',
]

export const rules: readonly Rule[] = [
  { name: 'arrows point at the contract', check: checkImports },
  { name: 'imports are relative and end in the name of a file', check: checkEndings },
  { name: 'the engine knows no clock, chance, host or waiting', check: checkEngineWords },
  { name: 'the environment is read in server/config.ts', check: checkEnvironment },
  { name: 'the clock is read in server/clock.ts', check: checkClock },
  { name: 'screens have no effects', check: checkEffects },
  { name: `files are short (${sourceLimit} lines, tests ${testLimit})`, check: checkFileLength },
  { name: `functions are short (${functionLimit} lines)`, check: checkFunctionLength },
  { name: 'files are named in kebab-case after the one thing inside', check: ({ path }) => checkName(path) },
  { name: 'nothing is left over: notes to oneself, console lines, silenced checks', check: checkLeftovers },
  { name: 'every test runs', check: checkTestsRun },
]

const at = (source: Source, node: Node, what: string): Complaint => ({
  path: source.path,
  line: source.lineOf(node),
  what,
})

/** Nodes that `what` finds something to say about. */
function complain(source: Source, what: (node: Node) => string | undefined): readonly Complaint[] {
  return source.nodes.flatMap((node) => {
    const found = what(node)
    return found === undefined ? [] : [at(source, node, found)]
  })
}

function checkImports({ path, imports }: Source): readonly Complaint[] {
  if (!path.startsWith('src/')) return []
  if (rowFor(path) === undefined) return [{ path, line: 1, what: 'has no row in tests/tidy/import-table.ts' }]
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
  if (from === undefined) return 'imports something that only running it would tell'
  return target === undefined ? refusePackage(path, from) : refuseFile(path, target, typeOnly)
}

function checkEndings({ path, imports }: Source): readonly Complaint[] {
  return imports.flatMap(({ from, line, path: target }) => {
    if (from?.startsWith('#') || from?.startsWith('/'))
      return [{ path, line, what: `imports by another name, ${from}` }]
    const ends = target === undefined || /\.(ts|tsx|mjs|css|json|svg)(\?\w+)?$/.test(target)
    return ends ? [] : [{ path, line, what: `imports ${from}, which names no file` }]
  })
}

/** `object.property`, as text, for the plain kind of member. */
function member(node: Node): string | undefined {
  if (node.type !== 'MemberExpression' || !isNode(node.object) || !isNode(node.property)) return undefined
  return `${node.object.name}.${node.property.name ?? node.property.value}`
}

function checkEngineWords(source: Source): readonly Complaint[] {
  if (!source.path.startsWith('src/engine/')) return []
  // A property may be called anything: what counts is a name that reaches out of the engine.
  const properties = new Set(source.nodes.flatMap(propertyName))
  return complain(source, (node) => {
    if (node.type === 'AwaitExpression') return 'says await'
    if (node.async === true) return 'says async'
    if (member(node) === 'Math.random') return 'says Math.random'
    if (node.type !== 'Identifier' || properties.has(node)) return undefined
    return engineWords.includes(String(node.name)) ? `says ${node.name}` : undefined
  })
}

function propertyName(node: Node): readonly Node[] {
  if (node.computed === true) return []
  if (node.type === 'MemberExpression' && isNode(node.property)) return [node.property]
  const named = ['Property', 'TSPropertySignature', 'PropertyDefinition', 'MethodDefinition', 'TSMethodSignature']
  return named.includes(node.type) && isNode(node.key) && node.shorthand !== true ? [node.key] : []
}

function checkEnvironment(source: Source): readonly Complaint[] {
  const exempt = ['src/server/config.ts', 'src/prepare.mjs']
  if (!source.path.startsWith('src/') || exempt.includes(source.path)) return []
  return complain(source, (node) => (member(node) === 'process.env' ? 'reads process.env' : undefined))
}

function checkClock(source: Source): readonly Complaint[] {
  if (!source.path.startsWith('src/server/') || source.path === 'src/server/clock.ts') return []
  return complain(source, (node) => {
    if (member(node) === 'Date.now') return 'reads the clock (Date.now)'
    const calls = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (!calls || !isNode(node.callee) || node.callee.name !== 'Date') return undefined
    // With an argument it only converts a time that somebody else read.
    return Array.isArray(node.arguments) && node.arguments.length > 0 ? undefined : 'reads the clock (Date)'
  })
}

function checkEffects(source: Source): readonly Complaint[] {
  if (!source.path.startsWith('src/client/screens/')) return []
  return complain(source, (node) => {
    return node.type === 'Identifier' && /^use(Layout)?Effect$/.test(String(node.name))
      ? `says ${node.name}`
      : undefined
  })
}

function checkFileLength({ path, lines }: Source): readonly Complaint[] {
  const limit = path.startsWith('tests/') ? testLimit : sourceLimit
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length
  return count > limit ? [{ path, line: limit + 1, what: `has ${count} lines` }] : []
}

function checkFunctionLength(source: Source): readonly Complaint[] {
  if (!source.path.startsWith('src/')) return []
  return complain(source, (node) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return undefined
    const count = source.text.slice(node.start, node.end).split('\n').length
    return count > functionLimit ? `has a function of ${count} lines` : undefined
  })
}

export function checkName(path: string): readonly Complaint[] {
  const parts = path.split('/').slice(1)
  const wrong = parts.flatMap((part) => {
    const stem = part.split('.')[0] ?? ''
    if (vague.includes(stem)) return [`${part} says nothing about what is inside`]
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(part)
    return kebab || /^[A-Z]+\.md$/.test(part) ? [] : [`${part} is not in kebab-case`]
  })
  return wrong.map((what) => ({ path, line: 1, what }))
}

function checkLeftovers(source: Source): readonly Complaint[] {
  const { path } = source
  const notes = source.lines.flatMap((line, index) => {
    // Spelled with a class of one letter, so that this line is not itself a leftover.
    const found = /\bTO[D]O\b|\bFIXM[E]\b|\bXX[X]\b|@ts-ignor[e]|@ts-nochec[k]/.exec(line)
    return found ? [{ path, line: index + 1, what: `says ${found[0]}` }] : []
  })
  const said = complain(source, (node) => {
    const name = member(node)
    return name?.startsWith('console.') ? `says ${name}` : undefined
  })
  return [...notes, ...said]
}

function checkTestsRun(source: Source): readonly Complaint[] {
  if (!source.path.startsWith('tests/')) return []
  return complain(source, (node) => {
    const name = member(node) ?? ''
    return /^(test|it|describe|suite)\.(only|skip|todo|skipIf|runIf|fails)$/.test(name) ? `says ${name}` : undefined
  })
}
