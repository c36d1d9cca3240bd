/** Wires the identity check: the provider, the results, and the notifications about them. */

import type { UserId } from '../../contract/ids.ts'
import type { ServerMessage } from '../../contract/socket.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Database } from '../postgres/database.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { openProvider } from '../verification/open-provider.ts'
import { openVerificationWith, type Verification } from '../verification/verification.ts'

type Parts = {
  readonly config: Config
  readonly database: Database
  readonly sequencer: Sequencer
  readonly auth: { readonly verificationKey: Uint8Array }
  readonly publish: (user: UserId, message: ServerMessage) => void
  readonly notifications: Pick<Notifications, 'onVerificationDecided'>
  readonly clock: CleanupClock
  readonly log: Log
  readonly forged: ForgedRows
}

/** Also continues what a kill interrupted. */
export function openVerification(parts: Parts): Verification {
  const { config, database, sequencer, auth, publish, notifications, clock, log, forged } = parts
  const verification = openVerificationWith({
    ...openProvider(config, clock, log),
    database,
    sequencer,
    changed: (user) => publish(user, { type: 'profile_update' }),
    decided: ({ user, status, at }) => notifications.onVerificationDecided(user, status, at),
    clock,
    log,
    forged,
    key: auth.verificationKey,
  })
  sequencer.listen(verification.listener)
  return verification
}
