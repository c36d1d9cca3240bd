// Which folder may import which. The longest matching row applies; a file without a row is rejected.

/** `types` may be imported with `import type` only. */
export type Row = {
  readonly folder: string
  readonly may: readonly string[]
  readonly types?: readonly string[]
  /** What of all these may not be imported. The longest prefix of a path decides. */
  readonly not?: readonly string[]
  /** The only packages that may be imported. */
  readonly packages?: readonly string[]
  /** Packages that may not be imported. */
  readonly notPackages?: readonly string[]
}

const react = ['react', 'react-dom', 'react-router-dom', 'react-hot-toast', '@telegram-apps/telegram-ui']
const web = ['ws', 'fastify', '@fastify/static', 'node:http', 'node:https']
const sql = ['pg']
/** Files that import zod. */
const schemas = /^src\/contract\/(\w+\/)?(schemas|call-schema|fields)\.ts$/

const contract = 'src/contract/'
const chains = 'src/chains/'
const evm = 'src/chains/evm/'
const ton = 'src/chains/ton/'
/** What depends on the kind of a chain. */
const kinds = 'src/chains/kinds/'
const anyChain = ['src/chains/chain-unavailable.ts', 'src/chains/post-json.ts']
const engine = 'src/engine/'
const core = 'src/engine/core/'

/** A file that names parts of the core. */
const list = (file: string, may: readonly string[], types: readonly string[] = []): Row => ({
  folder: `${engine}${file}`,
  may: [contract, engine, ...may],
  types,
  not: [core],
  packages: [],
})

/** Everything else uses the core by `core.ts`. */
const engineRows: readonly Row[] = [
  { folder: engine, may: [contract], not: [core], packages: [] },
  { folder: core, may: [contract, engine], packages: [] },
  { folder: 'src/engine/core.ts', may: [contract, engine], packages: [] },
  list('state.ts', [`${core}open-core.ts`, `${core}records.ts`], [`${core}book.ts`]),
  list('execution.ts', [], [`${core}views.ts`]),
  list('snapshot.ts', [], [`${core}records.ts`]),
]

// The server, from the lowest floor up: a folder may import what stands above its own row.
const files = 'src/files/'
const runtime = 'src/server/runtime/'
const postgres = 'src/server/postgres/'
const sequencer = 'src/server/sequencer/'
const readModels = 'src/server/read-models/'
const secrets = 'src/server/secrets/'
const standby = 'src/server/standby/'
const email = 'src/server/email/'
const identityProviders = 'src/server/identity-providers/'
const users = 'src/server/users/'
const sessions = 'src/server/sessions/'
const security = 'src/server/security/'
const auth = 'src/server/auth/'
const freezes = 'src/server/freezes/'
const markets = 'src/server/markets/'
const orders = 'src/server/orders/'
const portfolio = 'src/server/portfolio/'
const verification = 'src/server/verification/'
const notifications = 'src/server/notifications/'
const transactions = 'src/server/transactions/'
const earn = 'src/server/earn/'
const convert = 'src/server/convert/'
const referrals = 'src/server/referrals/'
const withdrawals = 'src/server/withdrawals/'
const liabilities = 'src/server/liabilities/'
const wire = 'src/server/wire/'
const websocket = 'src/server/websocket/'
const telegramBot = 'src/server/telegram-bot/'
const operator = 'src/server/operator/'
const custody = 'src/server/custody/'
const deposits = 'src/server/deposits/'
const playWallet = 'src/server/play-wallet/'
const playChain = 'src/server/play-chain/'
const playTon = 'src/server/play-ton/'
const http = 'src/server/http/'

const ground = [contract, files, runtime]

const serverRows: readonly Row[] = [
  { folder: runtime, may: [files], notPackages: [...sql, 'ws', 'fastify', '@fastify/static'] },
  { folder: postgres, may: [files, runtime], types: [contract], notPackages: web },
  { folder: sequencer, may: [...ground, engine, postgres], notPackages: web },
  { folder: readModels, may: [...ground, engine, postgres, sequencer], notPackages: web },
  { folder: secrets, may: [files, runtime, postgres, 'src/signer/seal.ts'], notPackages: web },
  { folder: standby, may: [...ground, postgres, sequencer, secrets], notPackages: web },
  { folder: email, may: [...ground, postgres], notPackages: web },
  { folder: identityProviders, may: [...ground, postgres], notPackages: [...web, ...sql] },
  {
    folder: users,
    may: [...ground, engine, postgres, 'src/server/sequencer/unavailable.ts'],
    types: [sequencer],
    notPackages: web,
  },
  { folder: sessions, may: [...ground, postgres, users], notPackages: web },
  {
    folder: security,
    may: [...ground, postgres, secrets, email, identityProviders, users, sessions],
    notPackages: web,
  },
  {
    folder: auth,
    may: [...ground, postgres, secrets, email, identityProviders, users, sessions, security],
    types: [sequencer],
    notPackages: web,
  },
  {
    folder: freezes,
    may: [...ground, engine, postgres, users, security],
    types: [sequencer, readModels, email, sessions],
    notPackages: web,
  },
  { folder: markets, may: [...ground, engine, postgres, sequencer, readModels], notPackages: web },
  { folder: 'src/server/markets/fiat-rates/', may: ground, notPackages: [...web, ...sql] },
  { folder: orders, may: [...ground, engine, postgres, sequencer, readModels, markets], notPackages: web },
  { folder: portfolio, may: [...ground, engine, postgres, sequencer, readModels, markets, orders], notPackages: web },
  { folder: notifications, may: [...ground, engine, postgres, orders], types: [sequencer], notPackages: web },
  { folder: verification, may: [...ground, engine, postgres, sequencer], notPackages: web },
  { folder: transactions, may: [...ground, engine, postgres, sequencer, readModels], notPackages: web },
  { folder: convert, may: [...ground, engine], types: [sequencer], notPackages: [...web, ...sql] },
  {
    folder: earn,
    may: [...ground, engine, postgres, sequencer, readModels, users, transactions],
    notPackages: web,
  },
  {
    folder: referrals,
    may: [...ground, engine, postgres, sequencer, readModels, users, markets, transactions, earn],
    notPackages: web,
  },
  {
    folder: withdrawals,
    may: [...ground, engine, chains, postgres, transactions],
    types: [sequencer, sessions, users, custody],
    notPackages: web,
  },
  { folder: liabilities, may: [...ground, engine, chains, postgres, sequencer], notPackages: web },
  {
    folder: wire,
    may: [
      ...ground,
      engine,
      chains,
      markets,
      orders,
      portfolio,
      transactions,
      earn,
      referrals,
      convert,
      deposits,
      playWallet,
      withdrawals,
      liabilities,
      verification,
    ],
    packages: [],
  },
  {
    folder: websocket,
    may: [...ground, engine, sequencer, sessions, markets, orders, portfolio, wire],
    notPackages: sql,
  },
  {
    folder: telegramBot,
    may: [...ground, engine, postgres, notifications, orders],
    types: [sequencer, earn],
    notPackages: [...web, ...sql],
  },
  {
    folder: operator,
    may: [...ground, engine, chains, secrets, sequencer, 'src/signer/protocol.ts'],
    types: [users, earn, custody],
    notPackages: [...web, ...sql],
  },
  { folder: http, may: [...ground, engine, sequencer], types: [security, sessions], notPackages: sql },
  {
    folder: 'src/server/http/routes/',
    may: [
      ...ground,
      engine,
      http,
      email,
      auth,
      users,
      sessions,
      security,
      freezes,
      markets,
      orders,
      portfolio,
      readModels,
      notifications,
      transactions,
      earn,
      referrals,
      convert,
      withdrawals,
      liabilities,
      verification,
      deposits,
      playWallet,
      playChain,
      playTon,
      wire,
    ],
    types: [sequencer, telegramBot, chains],
    notPackages: sql,
  },
  { folder: 'src/server/wiring/build-http-app.ts', may: [contract, 'src/server/'], notPackages: sql },
  { folder: 'src/server/wiring/', may: [contract, chains, engine, 'src/server/'], packages: [] },
  {
    folder: custody,
    may: [...ground, engine, chains, postgres, sequencer, transactions, 'src/signer/protocol.ts'],
    types: [users, 'src/signer/policy.ts'],
    notPackages: [...web, ...sql],
  },
  { folder: playChain, may: [...ground, engine, chains, postgres], types: [sequencer], notPackages: [...web, ...sql] },
  {
    folder: playTon,
    may: [...ground, engine, chains, postgres, playChain],
    notPackages: [...web, ...sql],
  },
  { folder: deposits, may: [...ground, engine, chains, custody], types: [sequencer], notPackages: [...web, ...sql] },
  {
    folder: playWallet,
    may: [...ground, engine, chains, postgres, playChain, playTon],
    types: [sequencer, custody],
    notPackages: [...web, ...sql],
  },
  {
    folder: 'src/server/play/',
    may: [...ground, engine, postgres, sequencer, markets],
    types: [readModels],
    notPackages: [...web, ...sql],
  },
  {
    folder: 'src/server/backup/',
    may: [...ground, postgres, sequencer, users, secrets, 'src/signer/manifest.ts'],
    types: [engine],
    notPackages: web,
  },
  { folder: 'src/server/tools/', may: [contract, engine, 'src/server/'], types: ['src/signer/protocol.ts'] },
  { folder: 'src/server/start-failure.ts', may: ['src/server/'] },
  { folder: 'src/server/exchange.ts', may: [contract, engine, 'src/server/'] },
  { folder: 'src/server/main.ts', may: ['src/server/'] },
]

const platform = 'src/client/platform/'
const environment = 'src/client/platform/environment.ts'
const format = 'src/client/format/'
const text = 'src/client/text/'
const styles = 'src/client/styles/'
const connection = 'src/client/connection/'
const state = 'src/client/state/'
const ui = 'src/client/ui/'
const chart = 'src/client/chart/'
const components = 'src/client/components/'
const screens = 'src/client/screens/'

// The client, from the lowest floor up.
const clientRows: readonly Row[] = [
  { folder: platform, may: [contract], notPackages: [...react, 'jotai'] },
  { folder: environment, may: [contract], packages: [] },
  { folder: format, may: [contract], packages: [] },
  { folder: text, may: [contract, format], packages: [] },
  { folder: connection, may: [contract, environment], notPackages: [...react, 'jotai'] },
  { folder: chart, may: [contract, format], notPackages: [...react, 'jotai'] },
  { folder: ui, may: [contract, format, text, styles], notPackages: ['jotai'] },
  {
    folder: state,
    may: [contract, connection, platform, format, text],
    notPackages: ['react', 'react-dom', 'react-router-dom'],
  },
  { folder: components, may: [contract, environment, state, ui, format, text, styles] },
  { folder: screens, may: [contract, environment, state, components, ui, chart, format, text, styles] },
  {
    folder: 'src/client/layout/',
    may: [contract, environment, state, components, 'src/client/screens/auth/', ui, format, text, styles],
    types: [platform],
  },
  {
    folder: 'src/client/gallery/',
    may: [contract, 'src/client/platform/apply-telegram-colors.ts', ui, format, text, styles],
    types: [platform, 'src/client/state/app/preferences.ts'],
    packages: ['react', 'react-dom', 'react-router-dom'],
  },
  { folder: 'src/client/app/', may: [contract, 'src/client/'] },
]

export const table: readonly Row[] = [
  { folder: contract, may: [], packages: ['zod'] },
  ...engineRows,
  { folder: chains, may: [], packages: [] },
  { folder: kinds, may: [evm, ton], types: [contract], packages: [] },
  { folder: evm, may: [contract, ...anyChain], packages: ['viem', 'node:crypto', 'node:util'] },
  { folder: ton, may: [contract, ...anyChain], packages: ['@ton/core', '@ton/crypto', 'node:crypto', 'zod'] },
  { folder: files, may: [], packages: ['node:fs', 'node:fs/promises', 'node:path'] },
  ...serverRows,
  ...clientRows,
  {
    folder: 'src/signer/',
    may: [contract, chains, files],
    notPackages: [...sql, 'ws', 'fastify', 'node:http', 'node:https'],
  },
  { folder: 'src/tools/find-node.mjs', may: [] },
  { folder: 'src/tools/installed-packages.mjs', may: [] },
  { folder: 'src/tools/prepare.mjs', may: ['src/tools/find-node.mjs', 'src/tools/installed-packages.mjs'] },
  { folder: 'src/tools/run.mjs', may: ['src/tools/find-node.mjs'] },
  { folder: 'src/tools/debug-labels.ts', may: [], packages: ['vite'] },
  {
    folder: 'src/tools/cluster/',
    may: [contract, files, postgres, 'src/server/tools/fail.ts'],
    notPackages: [...sql, ...web],
  },
  {
    folder: 'src/tools/dev.ts',
    may: [contract, 'src/server/runtime/config.ts', 'src/server/runtime/setting-reader.ts'],
  },
]

const telegramUi = '@telegram-apps/telegram-ui'
const telegramCells = 'src/client/ui/cells/telegram-cells'
const telegramSdk = '@telegram-apps/sdk-react'
const telegramPlatform = 'src/client/platform/telegram.ts'

export function rowFor(path: string): Row | undefined {
  return table.filter((row) => path.startsWith(row.folder)).sort((a, b) => b.folder.length - a.folder.length)[0]
}

const listed = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '))

/** Why `path` may not import the file at `target`; undefined if it may. */
export function refuseFile(path: string, target: string, typeOnly: boolean): string | undefined {
  const row = rowFor(path)
  if (row === undefined) return undefined
  if (path.startsWith('src/client/') && schemas.test(target) && !typeOnly)
    return `imports ${target}, which brings zod into the browser: import the types from views.ts or calls.ts`
  const screen = /^src\/client\/screens\/[^/]+\//
  if (screen.test(path) && target.startsWith(screens)) {
    return screen.exec(path)?.[0] === screen.exec(target)?.[0]
      ? undefined
      : `imports ${target} of another screen: move what both need to ${components}`
  }
  const own = row.folder.endsWith('/') ? [row.folder] : []
  const may = [...own, ...row.may, ...(typeOnly ? (row.types ?? []) : [])]
  if (longest(may, target) > longest(row.not ?? [], target)) return undefined
  const types = row.types === undefined ? '' : `; types only: ${listed(row.types)}`
  const except = row.not === undefined ? '' : `; not: ${listed(row.not)}`
  return `may not import ${target}: ${row.folder} may import ${listed(row.may)}${types}${except} (tests/tidy/import-table.ts)`
}

/** The length of the longest prefix of the path. */
const longest = (prefixes: readonly string[], path: string): number =>
  Math.max(0, ...prefixes.filter((prefix) => path.startsWith(prefix)).map(({ length }) => length))

/** Why `path` may not import this package; undefined if it may. */
export function refusePackage(path: string, from: string): string | undefined {
  const row = rowFor(path)
  const is = (name: string): boolean => from === name || from.startsWith(`${name}/`)
  if (row === undefined) return undefined
  if (is(telegramSdk) && path !== telegramPlatform)
    return `may not import ${from}: use the Platform interface, ${telegramPlatform} implements it`
  if (is(telegramUi) && !path.startsWith(telegramCells))
    return `may not import ${from}: use src/client/ui/cells/cells.tsx, ${telegramCells}.tsx implements it`
  if (path.startsWith('src/client/') && from.startsWith('node:')) return `runs in a browser and may not import ${from}`
  if (row.packages && !row.packages.some(is))
    return `may not import ${from}: ${row.folder} may import ${listed(row.packages)}`
  return row.notPackages?.some(is) ? `may not import ${from}: it belongs to another folder` : undefined
}
