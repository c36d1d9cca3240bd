/** Opens the socket of operators with all their actions. */

import type { UserId } from '../../contract/ids.ts'
import type { Auth } from '../auth/auth.ts'
import { openMissingPayments } from '../custody/ton/missing-payments.ts'
import type { RewardsDeps } from '../earn/rewards.ts'
import { openActions } from '../operator/actions.ts'
import { openOperatorSocket } from '../operator/operator-socket.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { RecordKey } from '../secrets/record-key.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { Custody } from './open-custody.ts'

type OperatorDeps = {
  readonly config: Config
  readonly database: Database
  readonly sequencer: Sequencer
  readonly recordKey: RecordKey
  readonly auth: Pick<Auth, 'users' | 'records' | 'unopened' | 'security'>
  readonly rewards: Pick<RewardsDeps, 'appeals'>
  readonly custody: Pick<Custody, 'signer' | 'funds' | 'payments'>
  /** The row of a withdrawal changed outside of the engine. */
  readonly changed: (user: UserId, uuid: string) => void
  /** Stamps commands. */
  readonly stamps: Clock
  readonly log: Log
}

export function openOperatorActions(deps: OperatorDeps): ReturnType<typeof openOperatorSocket> {
  const { config, database, sequencer, recordKey, auth, rewards, custody, changed, stamps, log } = deps
  const { signer, funds, payments } = custody
  const { now } = stamps
  const execute = openActions({
    sequencer,
    users: auth.users,
    records: auth.records,
    unopened: auth.unopened,
    appeals: rewards.appeals,
    networks: funds.networks,
    endpoints: config.mode === 'live' ? { evm: config.evmRpcUrls.length, ton: config.tonApiUrls.length } : undefined,
    reconcilers: payments.reconcilers,
    refusals: payments.refusals,
    signer: signer.client,
    missing: openMissingPayments({ database, sequencer, networks: funds.ton, log, now, onWithdrawal: changed }),
    recordKey: recordKey.bytes,
    now,
    endSessions: auth.security.sessions.revokeAll,
  })
  return openOperatorSocket({ dataDir: config.dataDir, execute, log })
}
