/** The folder of a cluster on this machine, and the file in it that says what belongs to it. */

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { writeFileDurably } from '../../files/durable-file.ts'

export const DATABASES = ['db1', 'db2', 'db3'] as const
export const EXCHANGES = ['tern1', 'tern2'] as const
export type DatabaseName = (typeof DATABASES)[number]
export type ExchangeName = (typeof EXCHANGES)[number]
export type Name = DatabaseName | ExchangeName | 'proxy'

/** `since`: when the process was started, so that no other process with the same number is taken for it. */
export type Running = { readonly pid: number; readonly since: string }

type Content = {
  readonly ports: Readonly<Record<Name, number>>
  /** Of the database user, and of `SECRET_KEY`. */
  readonly password: string
  readonly secretKey: string
  /** The server of PostgreSQL that is written. */
  readonly primary: DatabaseName
  readonly running: Readonly<Partial<Record<Name, Running>>>
}

export type Place = {
  /** Absolute. */
  readonly folder: string
  readonly content: Content
  write(change: Partial<Content>): void
}

/** Where a cluster is unless `--folder` names another folder. */
export const DEFAULT_FOLDER = '.cluster'

const FILE = 'cluster.json'
const HOST = '127.0.0.1'

/** As one types it for the cluster in the folder. */
export const commandFor = (verb: 'up' | 'promote' | 'down', folder: string): string =>
  `npm run cluster -- ${verb}${relative('', folder) === DEFAULT_FOLDER ? '' : ` --folder ${folder}`}`

/** Undefined if there is no cluster in the folder. */
export function findPlace(folder: string): Place | undefined {
  const file = join(folder, FILE)
  return existsSync(file) ? placeAt(realpathSync(folder), JSON.parse(readFileSync(file, 'utf8')) as Content) : undefined
}

/** Only the user that runs this can enter the folder. All ports but that of the proxy are free ones. */
export async function makePlace(folder: string, proxyPort: number): Promise<Place> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [tern1, tern2, db1, db2, db3] = await freePorts(5)
  const place = placeAt(realpathSync(folder), {
    ports: { proxy: proxyPort, tern1, tern2, db1, db2, db3 },
    password: randomBytes(24).toString('hex'),
    secretKey: randomBytes(32).toString('hex'),
    primary: 'db1',
    running: {},
  })
  place.write({})
  return place
}

function placeAt(folder: string, read: Content): Place {
  let content = read
  return {
    folder,
    get content() {
      return content
    },
    write(change) {
      content = { ...content, ...change }
      writeFileDurably(join(folder, FILE), JSON.stringify(content, undefined, 2))
    },
  }
}

/** Different ones: all are open until the last one is known. */
async function freePorts(count: 5): Promise<[number, number, number, number, number]>
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports: number[] = []
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, HOST, resolve))
    const address = server.address()
    ports.push(address !== null && typeof address === 'object' ? address.port : 0)
  }
  for (const server of servers) server.close()
  return ports
}
