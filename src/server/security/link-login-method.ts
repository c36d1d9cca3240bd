import type { Ok } from '../../contract/call.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { isUniqueViolation, queryOne } from '../postgres/query.ts'
import { transaction } from '../postgres/transaction.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import { type LinkedIdentity, linkLoginMethod, type ProvenUser } from '../users/login-methods.ts'
import type { User } from '../users/user-row.ts'
import type { Announce } from './announce.ts'
import { OK } from './change-credential.ts'

type Deps = { readonly database: Database; readonly clock: Clock; readonly announce: Announce }

/** Links an identity to a user who reauthenticated, and notifies the owner of the account. */
export type LinkIdentity = (user: ProvenUser, identity: LinkedIdentity, device: ClientDevice) => Promise<Ok | Refusal>

export function identityLinker({ database, clock, announce }: Deps): LinkIdentity {
  return async (proven, identity, device) => {
    const now = clock.now()
    const result = await transaction(database.pool, 'begin', async (client) => {
      const user = await queryOne<User>(client, 'select * from users where id = $1', [proven.id])
      const linked = await linkLoginMethod(client, proven, identity, now)
      if (linked === 'linked' && user !== undefined)
        await announce.added(client, { change: identity.type, user, device, now })
      return linked
    }).catch(refuseTaken)
    if (result === 'linked') announce.send()
    return isRefused(result) ? result : OK
  }
}

function refuseTaken(error: unknown): Refusal {
  if (isUniqueViolation(error)) return refuse('WAY_TAKEN')
  throw error
}
