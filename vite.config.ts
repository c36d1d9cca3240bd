import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { debugLabels } from './src/tools/debug-labels.ts'

/** The oldest browsers, as "Chrome >= 99" in package.json, in the words of the build: "chrome99". */
const { browserslist } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  readonly browserslist: readonly string[]
}
const browsers = browserslist.map((each) => each.toLowerCase().replace(' >= ', ''))

/** Writes .br and .gz files at the highest level, so that the server compresses nothing per request. */
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

/** One chunk each for what every page needs, the market lists, cells, forms, logins and small rare parts: gzip compresses small files badly. */
const groups = [
  { name: 'base', tags: ['$initial' as const], priority: 2 },
  { name: 'lists', test: /src\/client\/components\/(markets\/|desk\/desk-page)/, priority: 1 },
  {
    name: 'cells',
    test: /src\/client\/(ui\/cells\/(cells|own-cells|host-cells)|components\/(cell-|with-user)|state\/app\/copy-text)/,
    priority: 1,
  },
  {
    name: 'user',
    test: /src\/(client\/(state\/(app\/(per-user|listed)|notifications\/unread)|.*\/money-paths)|contract\/markets\/valuation)/,
    priority: 1,
  },
  {
    name: 'forms',
    test: /src\/client\/(ui\/form\/(use-form|form-error|text-field|password-field|code-field)|.*\/(credential-fields|validate-credentials|auth\.module))/,
    priority: 1,
  },
  // What a page of a user needs apart from its own: no cells, which the home page does not need.
  { name: 'account', test: /src\/client\/(ui\/cells\/row|layout\/notification-bell)/, priority: 2 },
  // Number fields need it as well, but no form.
  { name: 'field-error', test: /src\/client\/ui\/form\/field-error/, priority: 2 },
  // With its text, which the forms would take: whether a login method can be linked is asked on pages without forms.
  { name: 'login', test: /src\/client\/(state\/auth\/(login-methods|return-path)|text\/auth)/, priority: 2 },
  {
    name: 'rare',
    test: /src\/client\/(ui\/states\/query-state|platform\/save-file|components\/recovery-field|screens\/(markets\/|not-found-screen|auth\/missing-token)|state\/auth\/reset-password)/,
    priority: 1,
  },
]

/** `npm test` sets TEST_SCOPE=short and leaves these files to `npm run test:all`. Without it every file runs. */
const isShort = process.env.TEST_SCOPE === 'short'
const slowTests = [
  'tests/tidy/http-call-recipe.test.ts',
  'tests/long/**',
  'tests/mutants/**',
  'tests/simulation/funds/tables.test.ts',
  'tests/server/*/**/kill.test.ts',
  'tests/**/*-kill.test.ts',
  'tests/server/stop-under-load.test.ts',
  'tests/server/play/backfill.test.ts',
  'tests/server/play-ton/restart.test.ts',
  'tests/server/postgres/{moved-folder,postgres}.test.ts',
  'tests/server/backup/{backup,follow}.test.ts',
  'tests/server/telegram-bot/bot-process.test.ts',
  'tests/server/sequencer/database-faults-under-load.test.ts',
  'tests/server/custody/live-exchange.test.ts',
  'tests/server/tools/tools.test.ts',
  'tests/server/operator/operator-tool.test.ts',
  'tests/tools/{cluster,dev}.test.ts',
]
/** These replace modules; all others share what their worker has loaded, because loading was a third of the time. */
const isolatedTests = [
  'tests/engine/rules.test.ts',
  'tests/server/auth/auth.test.ts',
  'tests/server/sequencer/set-rules.test.ts',
]
/** The browser tests of the short scope. */
const journeys = [
  'tests/e2e/{trading-journey,assets,convert,earn,email,frens,funds,verification,login-methods,markets}.e2e.ts',
  'tests/e2e/{gallery,notifications,ton,weight}.e2e.ts',
  'tests/e2e/settings/settings.e2e.ts',
  'tests/e2e/layout/offline.e2e.ts',
  'tests/e2e/telegram/{launch,buttons}.e2e.ts',
]

export default defineConfig({
  plugins: [react(), debugLabels, compressed],
  // The only environment variables that are compiled into the client.
  envPrefix: ['VITE_', 'LINK_', 'APP_NAME'],
  build: {
    outDir: 'dist',
    // All of them know it, without blocks in classes. As a list, private fields would be replaced: 800 bytes more.
    target: 'es2022',
    cssTarget: browsers,
    // Browsers without it load the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Only a slow machine reports them.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups },
        // The first page has the names of all files: two characters less of each are 250 bytes less to load.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  test: {
    pool: 'forks',
    maxWorkers: 4,
    passWithNoTests: false,
    globalSetup: 'tests/fixtures/global-setup.ts',
    // Every limit is ten times what a test needs on an idle machine, so that only a test that waits forever reaches it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: [...isolatedTests, ...(isShort ? slowTests : [])],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: isolatedTests },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: isShort ? journeys : ['tests/e2e/**/*.e2e.ts'],
          isolate: false,
        },
      },
    ],
  },
})
