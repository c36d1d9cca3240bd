import type { Ok } from '../../contract/call.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { isUniqueViolation } from '../postgres/query.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { AccountRecords } from '../users/account-records.ts'
import { type LinkedIdentity, type ProvenUser, withIdentity } from '../users/login-methods.ts'
import type { Announce } from './announce.ts'
import { OK } from './change-credential.ts'

type Deps = { readonly records: AccountRecords; readonly announce: Announce }

/** Links an identity to a user who reauthenticated, and notifies the owner of the account. */
export type LinkLoginMethod = (
  user: ProvenUser,
  identity: LinkedIdentity,
  device: ClientDevice,
) => Promise<Ok | Refusal>

export function loginMethodLinker({ records, announce }: Deps): LinkLoginMethod {
  return async (proven, identity, device) => {
    const result = await records
      .change<Ok>(proven.id, async (client, { user }, now) => {
        const columns = withIdentity(user, proven, identity, now)
        if (isRefused(columns)) return columns
        if (Object.keys(columns).length === 0) return { patch: {}, result: OK }
        await announce.added(client, { change: identity.type, user, device, now })
        return { patch: { user: columns }, result: OK }
      })
      .catch(refuseTaken)
    if (!isRefused(result)) announce.send()
    return result
  }
}

function refuseTaken(error: unknown): Refusal {
  if (isUniqueViolation(error, 'users')) return refuse('WAY_TAKEN')
  throw error
}
