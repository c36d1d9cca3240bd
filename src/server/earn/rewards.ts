/** The use cases of rewards, with what they need. */

import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import type { Projector } from '../read-models/projector.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { CleanupClock, Clock } from '../runtime/clock.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { keyedHash } from '../runtime/keyed-hash.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { User } from '../users/user-row.ts'
import { type Appeals, openAppeals } from './appeals.ts'
import type { Membership } from './check-task.ts'
import type { CompleteTaskDeps } from './complete-task.ts'
import { guessLimits } from './guess-limits.ts'
import { type LinkedAccounts, type LinkedAccountsDeps, openLinkedAccounts } from './linked-accounts.ts'

export type RewardsDeps = CompleteTaskDeps & {
  readonly sequencer: Sequencer
  readonly projector: Pick<Projector, 'waitFor'>
  readonly database: Database
  readonly appeals: Appeals
  readonly linkedAccounts: LinkedAccounts
}

type Parts = {
  readonly sequencer: Sequencer
  readonly projector: Pick<Projector, 'waitFor'>
  readonly database: Database
  /** Stamps commands. */
  readonly stamps: Clock
  readonly clock: CleanupClock
  readonly log: Log
  readonly forged: ForgedRows
  readonly users: { findById(id: UserId): Promise<User | undefined> }
  readonly hasTwoFactor: (user: UserId) => Promise<boolean>
  /** Whether an identity check is offered. */
  readonly canVerify: boolean
  readonly membership: (channel: string, telegramId: number) => Promise<Membership>
  readonly deviceIds: (device: Pick<ClientDevice, 'tokens'>) => Promise<readonly string[]>
  /** The key of the hashes of devices, addresses and Telegram accounts, and of answers to appeals. */
  readonly markKey: LinkedAccountsDeps['key']
  /** Whether guesses are limited and signals of linked accounts count. */
  readonly areLimitsOn: boolean
}

export function openRewardsOfUsers(parts: Parts): RewardsDeps {
  const { stamps, clock, users, hasTwoFactor, canVerify, deviceIds, areLimitsOn } = parts
  return {
    ...parts,
    clock: stamps,
    limits: guessLimits(clock, areLimitsOn),
    memberOf: (telegramId) => keyedHash(parts.markKey, 'channel member', [telegramId]).toString('base64url'),
    async observe(user) {
      const [row, isOn] = await Promise.all([users.findById(user), hasTwoFactor(user)])
      return { isEmailConfirmed: row?.email_confirmed ?? false, hasTwoFactor: isOn, canVerify }
    },
    appeals: openAppeals({ ...parts, key: parts.markKey }),
    linkedAccounts: openLinkedAccounts({ ...parts, deviceIds, key: parts.markKey, areOn: areLimitsOn }),
  }
}
