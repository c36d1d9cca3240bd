/**
 * Derives the server's keys with HKDF from `SECRET_KEY`, or else from a random secret stored in the database, which is
 * the same after every start. Each purpose has its own key, so that one key reveals nothing about another.
 */

import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../postgres/database.ts'
import { execute, type Queryable, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import { decrypt, encrypt } from './encryption.ts'

export type DeriveKey = (purpose: Purpose) => Buffer
/** Part of the derivation: a changed text makes another key. */
type Purpose =
  | 'access tokens'
  | 'refresh tokens'
  | 'device tokens'
  | 'undo links'
  | 'freeze links'
  | 'account marks'
  | 'second factors'
  | 'whether this is the same key'

/** `SECRET_KEY` is missing, or differs from the one that this database was first used with. */
export class SecretKeyMismatch extends Error {
  constructor(what: string) {
    super(`SECRET_KEY ${what}: stored 2FA secrets can only be decrypted with the key that was set before`)
  }
}

const SECRET_SETTING = 'token-secret'
const PROOF_SETTING = 'secret-key-proof'
const BYTES = 32

export async function openKeyDerivation({ pool }: Database, secretKey: string | undefined): Promise<DeriveKey> {
  const generated = deriveFrom(await generatedSecret(pool))
  const known = await readSetting(pool, PROOF_SETTING)
  if (secretKey === undefined) {
    if (known !== undefined) throw new SecretKeyMismatch('is missing')
    return generated
  }
  const deriveKey = deriveFrom(Buffer.from(secretKey))
  const proof = deriveKey('whether this is the same key')
  if (known === undefined) await transaction(pool, 'begin', (client) => reencrypt(client, generated, deriveKey, proof))
  else if (!timingSafeEqual(Buffer.from(known, 'base64url'), proof)) throw new SecretKeyMismatch('has changed')
  return deriveKey
}

const deriveFrom =
  (secret: Buffer): DeriveKey =>
  (purpose) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, BYTES))

const readSetting = async (db: Queryable, name: string): Promise<string | undefined> =>
  (await queryOne<Pick<Tables['settings'], 'value'>>(db, 'select value from settings where name = $1', [name]))?.value

async function generatedSecret(db: Queryable): Promise<Buffer> {
  const value = randomBytes(BYTES).toString('base64url')
  const insert = 'insert into settings (name, value) values ($1, $2) on conflict do nothing'
  await execute(db, insert, [SECRET_SETTING, value])
  return Buffer.from((await readSetting(db, SECRET_SETTING)) ?? '', 'base64url')
}

/** Re-encrypts the stored 2FA secrets when `SECRET_KEY` is set for the first time. */
async function reencrypt(client: Queryable, from: DeriveKey, to: DeriveKey, proof: Buffer): Promise<void> {
  const insert = 'insert into settings (name, value) values ($1, $2)'
  await client.query(insert, [PROOF_SETTING, proof.toString('base64url')])
  const rows = await query<{ user_id: string; secret: Buffer }>(
    client,
    'select user_id, secret from two_factors where secret is not null for update',
  )
  for (const { user_id, secret } of rows) {
    const plaintext = decrypt(from('second factors'), secret, user_id)
    const encrypted = encrypt(to('second factors'), plaintext, user_id)
    await client.query('update two_factors set secret = $2 where user_id = $1', [user_id, encrypted])
  }
}
