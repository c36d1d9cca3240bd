// The engine has one entry point, and the data of its core is read through functions.
import { type Finding, isNode, type Node, type Source } from './source.ts'

const entries = ['src/engine/exchange.ts', 'src/engine/assert.ts']
const core = ['src/engine/core/', 'src/engine/core.ts', 'src/engine/exchange.ts', 'src/engine/state.ts']
const within = (path: string, folders: readonly string[]): boolean => folders.some((folder) => path.startsWith(folder))

export function checkEngineEntry({ path, imports }: Source): readonly Finding[] {
  if (within(path, ['src/engine/', 'tests/engine/'])) return []
  return imports.flatMap(({ path: target, line }) => {
    if (target === undefined || !target.startsWith('src/engine/') || entries.includes(target)) return []
    return [{ path, line, what: `imports ${target}: import it from src/engine/exchange.ts, or add it there` }]
  })
}

export function checkEngineState({ path, nodes, lineOf }: Source): readonly Finding[] {
  if (!within(path, ['src/engine/', 'src/server/']) || within(path, core)) return []
  const door = within(path, ['src/engine/']) ? 'core' : 'exchange'
  const what = `accesses .core: call a function of src/engine/${door}.ts instead`
  return nodes.filter(accessesCore).map((node) => ({ path, line: lineOf(node), what }))
}

/** `state.core`, also where it is destructured. */
function accessesCore({ type, property, properties }: Node): boolean {
  if (type === 'MemberExpression') return isCore(property)
  return type === 'ObjectPattern' && Array.isArray(properties) && properties.some(({ key }) => isCore(key))
}

const isCore = (name: unknown): boolean => isNode(name) && (name.name ?? name.value) === 'core'
