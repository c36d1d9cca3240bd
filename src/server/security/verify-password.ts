import type { Database } from '../postgres/database.ts'
import { execute } from '../postgres/query.ts'
import type { User } from '../users/user-row.ts'
import type { Passwords } from './password-hash.ts'

/** Without a user it takes the same time and answers false. */
export type VerifyPassword = (password: string, user: User | undefined) => Promise<boolean>

const REPLACE = 'update users set password_hash = $3 where id = $1 and password_hash = $2'

/** Replaces the hash of a password that an earlier version did not normalize. */
export function passwordVerifier({ pool }: Pick<Database, 'pool'>, passwords: Passwords): VerifyPassword {
  return async (password, user) => {
    const verdict = await passwords.verify(password, user?.password_hash ?? undefined)
    if (verdict === 'outdated' && user !== undefined)
      await execute(pool, REPLACE, [user.id, user.password_hash, await passwords.hash(password)])
    return verdict !== 'wrong'
  }
}
