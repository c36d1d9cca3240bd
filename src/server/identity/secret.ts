/**
 * What all secrets of the server are made of: `SECRET_KEY`, or else what it drew itself, kept in the database, the
 * same on every node and after every start. Each use has a key of its own, so that none tells anything about another.
 */

import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../postgres/database.ts'
import { transaction } from '../postgres/transaction.ts'
import { open, seal } from './seal.ts'

export type Keys = (use: Use) => Buffer
type Use = 'access tokens' | 'refresh tokens' | 'second factors' | 'whether this is the same key'

/** What the exchange was first run with is missing, or is another one. */
export class OtherSecretKey extends Error {
  constructor(what: string) {
    super(`SECRET_KEY ${what}: without the one this exchange was run with before, nobody's 2FA could be checked`)
  }
}

const NAME = 'token-secret'
const PROOF = 'secret-key-proof'
const BYTES = 32

export async function openKeys(database: Database, secretKey: string | undefined): Promise<Keys> {
  const ours = keysOf(await drawnSecret(database))
  if (secretKey === undefined) {
    if ((await setting(database.kysely, PROOF)) !== undefined) throw new OtherSecretKey('is missing')
    return ours
  }
  const keys = keysOf(Buffer.from(secretKey))
  const proof = keys('whether this is the same key')
  const known = await setting(database.kysely, PROOF)
  if (known === undefined) await transaction(database.pool, 'begin', (client) => moveTo(client, ours, keys, proof))
  else if (!timingSafeEqual(Buffer.from(known, 'base64url'), proof)) throw new OtherSecretKey('is another one')
  return keys
}

const keysOf =
  (root: Buffer): Keys =>
  (use) =>
    Buffer.from(hkdfSync('sha256', root, '', use, BYTES))

const setting = async (kysely: Database['kysely'], name: string): Promise<string | undefined> =>
  (await kysely.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value

async function drawnSecret({ kysely }: Database): Promise<Buffer> {
  const value = randomBytes(BYTES).toString('base64url')
  await kysely
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return Buffer.from((await setting(kysely, NAME)) ?? '', 'base64url')
}

/** From now on the database alone opens nothing that is in it. */
async function moveTo(client: pg.ClientBase, from: Keys, to: Keys, proof: Buffer): Promise<void> {
  await client.query('insert into settings (name, value) values ($1, $2)', [PROOF, proof.toString('base64url')])
  const { rows } = await client.query<{ user_id: string; secret: Buffer }>(
    'select user_id, secret from two_factors where secret is not null for update',
  )
  for (const { user_id, secret } of rows) {
    const plain = open(from('second factors'), secret, user_id)
    await client.query('update two_factors set secret = $2 where user_id = $1', [
      user_id,
      seal(to('second factors'), plain, user_id),
    ])
  }
}
