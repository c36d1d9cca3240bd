// Import cycles, between files and between folders. Type-only and dynamic imports count.
import { posix } from 'node:path'
import type { Finding, Source } from './source.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Files directly in these are indexes of their folders (unions, entry points): only file cycles count for them. */
const roots = ['src/contract', 'src/engine', 'src/server', 'src/client']

const folderOf = (path: string): string | undefined =>
  roots.includes(posix.dirname(path)) ? undefined : posix.dirname(path)

export function checkCycles(sources: readonly Source[]): readonly Finding[] {
  const inSrc = sources.filter(({ path }) => path.startsWith('src/'))
  const known = new Set(inSrc.map(({ path }) => path))
  const files = new Map(
    inSrc.map(({ path, imports }) => [
      path,
      new Set(imports.flatMap((each) => (each.path !== undefined && known.has(each.path) ? [each.path] : []))),
    ]),
  )
  const folders = new Map<string, Set<string>>()
  for (const [path, targets] of files)
    for (const target of targets) {
      const [from, to] = [folderOf(path), folderOf(target)]
      if (from !== undefined && to !== undefined && from !== to)
        folders.set(from, (folders.get(from) ?? new Set()).add(to))
    }
  return [...cyclesIn(files), ...cyclesIn(folders)].map((cycle) => ({
    path: cycle[0] ?? '',
    line: 1,
    what: `is in an import cycle: ${[...cycle, cycle[0]].join(' → ')}; move what both need into a third file below them`,
  }))
}

/** One shortest cycle through each node that is in one, each cycle once. */
function cyclesIn(graph: Graph): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>()
  for (const start of graph.keys()) {
    const cycle = shortestCycle(graph, start)
    const id = [...(cycle ?? [])].sort().join()
    if (cycle !== undefined && !found.has(id)) found.set(id, cycle)
  }
  return [...found.values()]
}

function shortestCycle(graph: Graph, start: string): readonly string[] | undefined {
  const paths: (readonly string[])[] = [[start]]
  const seen = new Set<string>()
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return path
      if (seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
  return undefined
}
