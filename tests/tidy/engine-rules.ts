// The engine has one entry point, and the data of its core is read through functions.
import { type Finding, isNode, type Node, type Source } from './source.ts'

const entries = ['src/engine/exchange.ts', 'src/engine/assert.ts']
const core = [
  'src/engine/ledger/',
  'src/engine/orderbook/',
  'src/engine/orders/',
  'src/engine/core.ts',
  'src/engine/state.ts',
  'src/engine/snapshot.ts',
  'src/engine/state-text.ts',
  'src/engine/invariants.ts',
]
const within = (path: string, folders: readonly string[]): boolean => folders.some((folder) => path.startsWith(folder))

export function checkEngineEntry({ path, imports }: Source): readonly Finding[] {
  if (within(path, ['src/engine/', 'tests/engine/'])) return []
  return imports.flatMap(({ path: target, line }) => {
    if (target === undefined || !target.startsWith('src/engine/') || entries.includes(target)) return []
    return [{ path, line, what: `imports ${target}: import it from src/engine/exchange.ts, or add it there` }]
  })
}

const instead: Readonly<Record<string, string>> = {
  ledger: 'call free, held or ledgerEntries',
  orders: 'call orderOf, openOrders or openOrdersOf',
  book: 'call depth or orderCount',
}

/** `state.ledger`, `state.orders` and `market.book`, also where they are destructured. */
export function checkEngineState(source: Source): readonly Finding[] {
  if (!within(source.path, ['src/engine/', 'src/server/']) || within(source.path, core)) return []
  return source.nodes.flatMap((node) =>
    accessed(node).map((name) => ({
      path: source.path,
      line: source.lineOf(node),
      what: `accesses .${name}: ${instead[name]} of src/engine/${within(source.path, ['src/engine/']) ? 'core' : 'exchange'}.ts instead`,
    })),
  )
}

function accessed(node: Node): readonly string[] {
  if (node.type === 'MemberExpression' && isNode(node.object) && isNode(node.property)) {
    const name = nameOf(node.property)
    return Object.hasOwn(instead, name) && (name !== 'orders' || isState(node.object)) ? [name] : []
  }
  if (node.type === 'VariableDeclarator' && isNode(node.id) && isNode(node.init)) {
    const init = node.init
    return keysOf(node.id).filter((name) => name !== 'orders' || isState(init))
  }
  if (node.type === 'ObjectPattern') return keysOf(node).filter((name) => name !== 'orders' || isTypedState(node))
  if (
    node.type === 'CallExpression' &&
    isNode(node.callee) &&
    /^(read|readUncommitted|glance)$/.test(nameOf(node.callee.property))
  )
    return childrenOf(node.arguments).flatMap((argument) => childrenOf(argument.params).flatMap(keysOf))
  return []
}

/** The keys of an object pattern that belong to the core. */
const keysOf = (pattern: Node): readonly string[] =>
  pattern.type === 'ObjectPattern'
    ? childrenOf(pattern.properties)
        .map(({ key }) => nameOf(key))
        .filter((name) => Object.hasOwn(instead, name))
    : []

const childrenOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? value.value) : '')
/** `state`, or a member of that name. */
const isState = (node: Node): boolean => nameOf(node) === 'state' || nameOf(node.property) === 'state'

function isTypedState({ typeAnnotation }: Node): boolean {
  const type = isNode(typeAnnotation) ? typeAnnotation.typeAnnotation : undefined
  return isNode(type) && nameOf(type.typeName) === 'State'
}
