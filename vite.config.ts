import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The server sends what is compressed here, as small as it gets: it need not do it again for every reader. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = 'dist' }, files) {
    for (const name of Object.keys(files).filter((each) => /\.(js|css|html)$/.test(each))) {
      const content = readFileSync(join(dir, name))
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
}

/**
 * What every page needs, and what every list of markets is made of: thirty files each of which gzip would make little
 * of.
 */
const groups = [
  { name: 'base', tags: ['$initial' as const], priority: 2 },
  { name: 'lists', test: /src\/client\/markets\//, priority: 1 },
]

export default defineConfig({
  plugins: [react(), compressed],
  // What the client is told at build time; nothing else of the environment reaches it.
  envPrefix: ['VITE_', 'LINK_', 'APP_NAME'],
  build: {
    outDir: 'dist',
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/*.e2e.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // As long as the browser's own waits, on a machine that others keep busy.
          expect: { poll: { timeout: 20_000 } },
          // Once more, for a browser that was kept waiting; the report says which needed it. Races are for the others.
          retry: 1,
        },
      },
    ],
  },
})
