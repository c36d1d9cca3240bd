import { randomBytes } from 'node:crypto'

const SALT_BYTES = 16
const HASH_BYTES = 32

/** A hash that no password has, for an account that logs in with nothing else: its owner resets the password by email. */
export function unusablePassword(): string {
  const [salt, hash] = [SALT_BYTES, HASH_BYTES].map((bytes) => randomBytes(bytes).toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`
}
