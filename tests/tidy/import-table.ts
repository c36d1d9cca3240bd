// Who may import whom. The longest matching row counts; a file without a row is refused.

/** `types` may be imported with `import type` only. */
export type Row = {
  readonly folder: string
  readonly may: readonly string[]
  readonly types?: readonly string[]
  /** Packages: the only ones, or all but these. */
  readonly packages?: readonly string[]
  readonly notPackages?: readonly string[]
}

// What every part of the server may be handed.
const leaves = [
  'src/server/client-address.ts',
  'src/server/clock.ts',
  'src/server/config.ts',
  'src/server/log.ts',
  'src/server/origin.ts',
  'src/server/token-bucket.ts',
]
const clientLeaves = ['src/client/environment.ts']
const react = ['react', 'react-dom', 'react-router-dom', 'react-hot-toast', '@telegram-apps/telegram-ui']
const web = ['ws', 'fastify', '@fastify/static', 'node:http', 'node:https']
const sql = ['pg', 'kysely']
/** They bring zod along. */
const schemas = /^src\/contract\/(\w+-)*schemas\.ts$/

export const table: readonly Row[] = [
  { folder: 'src/contract/', may: [], packages: ['zod'] },
  { folder: 'src/engine/', may: ['src/contract/'], packages: [] },

  { folder: 'src/server/config.ts', may: ['src/server/client-address.ts'], packages: ['node:path'] },
  { folder: 'src/server/client-address.ts', may: [], packages: ['node:http', 'node:net'] },
  { folder: 'src/server/origin.ts', may: [], packages: ['node:http'] },
  { folder: 'src/server/clock.ts', may: [], packages: [] },
  { folder: 'src/server/log.ts', may: ['src/server/config.ts'], packages: ['pino'] },
  { folder: 'src/server/token-bucket.ts', may: ['src/server/clock.ts'], packages: [] },
  { folder: 'src/server/postgres/', may: leaves, notPackages: web },
  {
    folder: 'src/server/core/',
    may: ['src/contract/', 'src/engine/', 'src/server/postgres/', ...leaves],
    notPackages: web,
  },
  {
    folder: 'src/server/projections/',
    may: ['src/contract/', 'src/server/postgres/', ...leaves],
    types: ['src/engine/', 'src/server/core/'],
    notPackages: web,
  },
  {
    folder: 'src/server/mail/',
    may: ['src/contract/', 'src/server/postgres/', ...leaves],
    notPackages: [...web, 'kysely'],
  },
  {
    folder: 'src/server/identity/',
    may: ['src/contract/', 'src/server/mail/', 'src/server/postgres/', ...leaves],
    types: ['src/server/core/'],
    notPackages: web,
  },
  {
    folder: 'src/server/listing/',
    may: ['src/contract/', 'src/engine/', 'src/server/core/', ...leaves],
    notPackages: [...web, ...sql],
  },
  { folder: 'src/server/fiat/', may: ['src/contract/', ...leaves], notPackages: [...web, ...sql] },
  {
    folder: 'src/server/market-data/',
    may: ['src/contract/', 'src/engine/', 'src/server/projections/', ...leaves],
    types: ['src/server/core/', 'src/server/postgres/'],
  },
  {
    folder: 'src/server/say/',
    may: ['src/contract/', 'src/engine/', 'src/server/listing/catalogue.ts'],
    types: ['src/server/market-data/', 'src/server/portfolio/', 'src/server/projections/'],
    packages: [],
  },
  {
    folder: 'src/server/portfolio/',
    may: [
      'src/contract/',
      'src/engine/',
      'src/server/core/',
      'src/server/orders/',
      'src/server/projections/',
      ...leaves,
    ],
    types: ['src/server/postgres/'],
    notPackages: [...web, ...sql],
  },
  {
    folder: 'src/server/orders/',
    may: ['src/contract/', 'src/engine/', 'src/server/core/', 'src/server/projections/', 'src/server/say/', ...leaves],
    types: ['src/server/postgres/'],
    notPackages: [...web, ...sql],
  },
  {
    folder: 'src/server/gateway/',
    may: [
      'src/contract/',
      'src/engine/',
      'src/server/core/',
      'src/server/identity/',
      'src/server/market-data/',
      'src/server/orders/',
      'src/server/portfolio/',
      'src/server/postgres/weather.ts',
      'src/server/say/',
      ...leaves,
    ],
    notPackages: sql,
  },
  {
    folder: 'src/server/http/',
    may: [
      'src/contract/',
      'src/engine/',
      'src/server/core/',
      'src/server/fiat/',
      'src/server/gateway/',
      'src/server/identity/',
      'src/server/mail/letter.ts',
      'src/server/orders/',
      'src/server/portfolio/',
      'src/server/postgres/weather.ts',
      'src/server/projections/',
      'src/server/say/',
      ...leaves,
    ],
    types: ['src/server/listing/', 'src/server/telegram/'],
    notPackages: sql,
  },
  {
    folder: 'src/server/demo/',
    may: ['src/contract/', 'src/engine/', 'src/server/core/', ...leaves],
    notPackages: [...web, ...sql],
  },
  {
    folder: 'src/server/telegram/',
    may: ['src/contract/', 'src/engine/', 'src/server/postgres/weather.ts', 'src/server/say/', ...leaves],
    types: ['src/server/core/', 'src/server/identity/', 'src/server/postgres/'],
    notPackages: [...web, 'pg'],
  },
  { folder: 'src/server/tools/', may: ['src/contract/', 'src/engine/', 'src/server/'] },
  { folder: 'src/server/main.ts', may: ['src/contract/', 'src/engine/', 'src/server/'] },
  { folder: 'src/prepare.mjs', may: [] },
  { folder: 'src/dev.ts', may: ['src/contract/', 'src/server/config.ts'] },

  { folder: 'src/client/platform/', may: ['src/contract/', ...clientLeaves], notPackages: [...react, 'jotai'] },
  { folder: 'src/client/format/', may: ['src/contract/'], packages: [] },
  { folder: 'src/client/text/', may: ['src/contract/', 'src/client/format/'], packages: [] },
  {
    folder: 'src/client/ui/',
    may: ['src/contract/', 'src/client/format/', 'src/client/text/', 'src/client/styles/'],
    notPackages: ['jotai'],
  },
  { folder: 'src/client/chart/', may: ['src/contract/', 'src/client/format/'], notPackages: [...react, 'jotai'] },
  { folder: 'src/client/connection/', may: ['src/contract/', ...clientLeaves], notPackages: [...react, 'jotai'] },
  {
    folder: 'src/client/atoms/',
    may: [
      'src/contract/',
      'src/client/connection/',
      'src/client/platform/',
      'src/client/format/',
      'src/client/text/',
      ...clientLeaves,
    ],
    notPackages: ['react', 'react-dom', 'react-router-dom', '@telegram-apps/telegram-ui'],
  },
  {
    folder: 'src/client/screens/',
    may: [
      'src/contract/',
      'src/client/atoms/',
      'src/client/markets/',
      'src/client/ui/',
      'src/client/chart/',
      'src/client/format/',
      'src/client/text/',
      'src/client/styles/',
      ...clientLeaves,
    ],
  },
  {
    folder: 'src/client/markets/',
    may: [
      'src/contract/',
      'src/client/atoms/',
      'src/client/ui/',
      'src/client/format/',
      'src/client/text/',
      ...clientLeaves,
    ],
  },
  {
    folder: 'src/client/layout/',
    may: [
      'src/contract/',
      'src/client/atoms/',
      'src/client/ui/',
      'src/client/format/',
      'src/client/text/',
      'src/client/styles/',
      ...clientLeaves,
    ],
    types: ['src/client/platform/'],
  },
  { folder: 'src/client/environment.ts', may: ['src/contract/'], packages: [] },
  { folder: 'src/client/app.tsx', may: ['src/contract/', 'src/client/'] },
  { folder: 'src/client/main.tsx', may: ['src/contract/', 'src/client/'] },
  { folder: 'src/client/start.ts', may: ['src/contract/', 'src/client/'] },
  { folder: 'src/client/routes.tsx', may: ['src/contract/', 'src/client/'] },
]

// Policed wherever they turn up.
const telegramSdk = '@telegram-apps/sdk-react'
const telegramDoor = 'src/client/platform/telegram.ts'

export function rowFor(path: string): Row | undefined {
  return table.filter((row) => path.startsWith(row.folder)).sort((a, b) => b.folder.length - a.folder.length)[0]
}

/** Why `path` may not import the file at `target`, or undefined when it may. */
export function refuseFile(path: string, target: string, typeOnly: boolean): string | undefined {
  const row = rowFor(path)
  if (row === undefined) return undefined
  if (path.startsWith('src/client/') && schemas.test(target) && !typeOnly)
    return `would carry zod to the browser by ${target}`
  const screen = /^src\/client\/screens\/[^/]+\//
  if (screen.test(path) && target.startsWith('src/client/screens/')) {
    return screen.exec(path)?.[0] === screen.exec(target)?.[0]
      ? undefined
      : `is a screen and imports another, ${target}`
  }
  if (row.folder.endsWith('/') && target.startsWith(row.folder)) return undefined
  const may = typeOnly ? [...row.may, ...(row.types ?? [])] : row.may
  return may.some((prefix) => target.startsWith(prefix)) ? undefined : `may not import ${target}`
}

/** Why `path` may not import this package, or undefined when it may. */
export function refusePackage(path: string, from: string): string | undefined {
  const row = rowFor(path)
  const is = (name: string): boolean => from === name || from.startsWith(`${name}/`)
  if (row === undefined) return undefined
  if (is(telegramSdk) && path !== telegramDoor) return `may not import ${from}: only ${telegramDoor} does`
  if (path.startsWith('src/client/') && from.startsWith('node:')) return `runs in a browser and may not import ${from}`
  if (row.packages && !row.packages.some(is)) return `may not import ${from}`
  return row.notPackages?.some(is) ? `may not import ${from}` : undefined
}
