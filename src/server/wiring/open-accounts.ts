/** Opens accounts, and who is signed in. An account that differs from the record is signed out. */

import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import type { HealthTimes } from '../runtime/part-health.ts'
import type { DeriveKey } from '../secrets/record-key.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { openAccessTokens } from '../sessions/access-tokens.ts'
import { hasEnded } from '../sessions/ended-sessions.ts'
import { openLoginHistory } from '../sessions/login-history.ts'
import { openRefreshTokens } from '../sessions/refresh-tokens.ts'
import type { RevokedSessions } from '../sessions/revoked-sessions.ts'
import { openSessions, revokeListed } from '../sessions/sessions.ts'
import { openAccountCheck } from '../users/account-check.ts'
import { openAccountRecords } from '../users/account-records.ts'
import { openUnopenedUsers } from '../users/unopened-users.ts'
import { openUnrecordedChanges } from '../users/unrecorded-changes.ts'
import { openUsers } from '../users/users.ts'

export type AccountsDeps = {
  readonly dataDir: string
  readonly database: Database
  readonly sequencer: Sequencer
  readonly clock: CleanupClock
  readonly log: Log
  readonly forged: ForgedRows
  readonly deriveKey: DeriveKey
  readonly healthTimes: Pick<HealthTimes, 'ownMillis'>
  /** The USDT balance of a new account; undefined in live mode. */
  readonly playMoney: string | undefined
}

export type Accounts = ReturnType<typeof openAccounts>

export function openAccounts(deps: AccountsDeps, revokedSessions: RevokedSessions) {
  const { database, sequencer, clock, log, forged, deriveKey, playMoney } = deps
  const unrecorded = openUnrecordedChanges(deps.dataDir)
  const key = deriveKey('accounts')
  const onDiffers = async (user: UserId): Promise<void> => {
    accounts.note(user)
    await revokeListed(database, revokedSessions, { user, now: clock.now() })
  }
  const shared = { database, sequencer, clock, log, key, unrecorded, onDiffers }
  const records = openAccountRecords(shared)
  const restMillis = deps.healthTimes.ownMillis
  const accounts = openAccountCheck({ ...shared, records, forged, restMillis })
  const users = openUsers({ database, sequencer, records, clock, log, playMoney })
  const sessionKey = deriveKey('refresh tokens')
  return {
    records,
    accounts,
    unopened: openUnopenedUsers({ database, sequencer, records, accounts }),
    users,
    sessions: openSessions({ database, clock, records, revokedSessions, forged, key: sessionKey }),
    access: openAccessTokens(deriveKey('access tokens'), clock, {
      isRevoked: revokedSessions.isRevoked,
      hasEnded: async (signedIn) => {
        const account = await records.find('id', signedIn.user).catch(ignoreDifference)
        return account === undefined || hasEnded(account.user, signedIn)
      },
    }),
    refreshTokens: openRefreshTokens({ database, records, users, clock, log }, sessionKey, revokedSessions),
    history: openLoginHistory(database, clock, log),
  }
}
