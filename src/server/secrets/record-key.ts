/**
 * The record key: 32 random bytes, made with an empty journal. Everything stored is authenticated with it and encrypted under
 * it, by one derived key (HKDF) for each purpose. It is stored only encrypted, under a key derived from `SECRET_KEY`: a copy
 * of the database opens and forges nothing, and another `SECRET_KEY` changes no other stored value.
 */

import { hkdfSync, randomBytes } from 'node:crypto'
import { execute, type Queryable, queryOne } from '../postgres/query.ts'
import { decrypt, encrypt } from './encryption.ts'
import { createSecretKey, removeSecretKey, type SecretKeys, secretKeysOf } from './secret-keys.ts'

/** 32 bytes. */
export type DeriveKey = (purpose: Purpose) => Buffer
/** Part of the derivation: a changed text makes another key. */
type Purpose =
  | 'journal'
  | 'anchor'
  | 'backups'
  | 'accounts'
  | 'email tokens'
  | 'verifications'
  | 'access tokens'
  | 'refresh tokens'
  | 'device tokens'
  | 'undo links'
  | 'freeze links'
  | 'account marks'
  | 'second factors'
  | 'notifications'
  | 'liability reports'
  | 'bot referrals'
  | 'sign-in data'
  | 'chain cursors'
  | 'history'
  | 'short-lived keys'
  | 'short-lived values'

/** `sealed`: encrypted under `SECRET_KEY`, in base64url. */
export type RecordKey = { readonly bytes: Buffer; readonly sealed: string; readonly deriveKey: DeriveKey }

/** No given key opens the record key. */
export class SecretKeyMismatch extends Error {}

/** The record exists, and its key does not. */
export class RecordKeyMissing extends Error {
  constructor() {
    super('the table settings has lost the record key, which nothing can replace: restore the database from a backup')
  }
}

const BYTES = 32
const SETTING = 'record-key'

/**
 * Makes the key if the database has no record yet. Encrypts it again if `SECRET_KEY_OLD`, or the file of play mode, opened it.
 * Throws `SecretKeyMismatch`, `RecordKeyMissing`.
 */
export async function openRecordKey(db: Queryable, keys: SecretKeys): Promise<RecordKey> {
  const found = await findSealed(db)
  if (found.sealed === null && found.isUsed) throw new RecordKeyMissing()
  if (found.sealed === null) await storeNew(db, keys, found.journal)
  const opened = await readRecordKey(db, keys)
  const { current } = secretKeysOf(keys)
  if (opened.openedWith === current) return opened
  const sealed = sealRecordKey(opened.bytes, current ?? '', found.journal)
  await execute(db, 'update settings set value = $2 where name = $1', [SETTING, sealed])
  removeSecretKey(keys.dataDir)
  return { ...opened, sealed }
}

/** For tools: changes nothing. Throws as `openRecordKey`. */
export async function readRecordKey(
  db: Queryable,
  keys: SecretKeys,
): Promise<RecordKey & { readonly openedWith: string }> {
  const { sealed, journal } = await findSealed(db)
  if (sealed === null) throw new RecordKeyMissing()
  const { candidates } = secretKeysOf(keys)
  for (const secretKey of candidates) {
    const bytes = openSealed(sealed, secretKey, journal)
    if (bytes !== undefined) return { ...recordKeyOf(bytes, sealed), openedWith: secretKey }
  }
  throw mismatchOf(keys, candidates.length)
}

export const recordKeyOf = (bytes: Buffer, sealed: string): RecordKey => ({
  bytes,
  sealed,
  deriveKey: deriveFrom(bytes),
})

/** `journal`: the uuid of the journal that the key belongs to. */
export const sealRecordKey = (bytes: Buffer, secretKey: string, journal: string): string =>
  encrypt(sealingKey(secretKey), bytes, ownerOf(journal)).toString('base64url')

/** Undefined if `secretKey` is another one, or the text was changed. */
export function openSealed(sealed: string, secretKey: string, journal: string): Buffer | undefined {
  try {
    return decrypt(sealingKey(secretKey), Buffer.from(sealed, 'base64url'), ownerOf(journal))
  } catch {
    return undefined
  }
}

/** Replaces the stored key, after a restore. */
export async function storeSealed(db: Queryable, sealed: string): Promise<void> {
  await execute(
    db,
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [SETTING, sealed],
  )
}

const ownerOf = (journal: string): string => `the record key of the journal ${journal}`

const derive = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, BYTES))

const sealingKey = (secretKey: string): Buffer => derive(secretKey, 'encryption of the record key')

const deriveFrom =
  (bytes: Buffer): DeriveKey =>
  (purpose) =>
    derive(bytes, purpose)

const FIND = `select id::text as journal, (select value from settings where name = '${SETTING}') as sealed,
exists (select from journal) or exists (select from users) as "isUsed" from journal_identity`

type Found = { readonly journal: string; readonly sealed: string | null; readonly isUsed: boolean }

const findSealed = async (db: Queryable): Promise<Found> =>
  (await queryOne<Found>(db, FIND)) ?? { journal: '', sealed: null, isUsed: true }

/** Of several processes, one stores its key. */
async function storeNew(db: Queryable, keys: SecretKeys, journal: string): Promise<void> {
  const secretKey = secretKeysOf(keys).current ?? createSecretKey(keys.dataDir)
  const sealed = sealRecordKey(randomBytes(BYTES), secretKey, journal)
  await execute(db, 'insert into settings (name, value) values ($1, $2) on conflict do nothing', [SETTING, sealed])
}

const OR_CHANGED = `; if they are right, another program has changed the row ${SETTING} of the table settings: put it back from a backup`

function mismatchOf({ secretKey, oldSecretKey, dataDir }: SecretKeys, candidates: number): SecretKeyMismatch {
  if (candidates === 0)
    return new SecretKeyMismatch(
      `SECRET_KEY is missing, and so is the file secret-key in ${dataDir}: run this with the settings of the server`,
    )
  if (secretKey === undefined)
    return new SecretKeyMismatch(
      `the file secret-key in ${dataDir} is another one than that of this database, or SECRET_KEY is missing`,
    )
  return new SecretKeyMismatch(
    oldSecretKey === undefined
      ? `SECRET_KEY is not that of this database: set the right one, or after a change SECRET_KEY_OLD to the one before, for one start${OR_CHANGED}`
      : `neither SECRET_KEY nor SECRET_KEY_OLD is that of this database: set the right ones${OR_CHANGED}`,
  )
}
