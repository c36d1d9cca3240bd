/** Opens what changes and protects the credentials of accounts. */

import type { Outbox } from '../email/outbox.ts'
import type { Database } from '../postgres/database.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { DeriveKey } from '../secrets/record-key.ts'
import { openShortLived } from '../secrets/short-lived.ts'
import { type BotNotices, openAnnounce } from '../security/announce.ts'
import { credentialChanger } from '../security/change-credential.ts'
import { loginMethodLinker } from '../security/link-login-method.ts'
import { attemptCounter } from '../security/password-attempts.ts'
import { openTwoFactor } from '../security/two-factor.ts'
import { openUndoChange } from '../security/undo-change.ts'
import { openUndoLinks } from '../security/undo-links.ts'
import { openCodeMemory } from '../security/verify-code.ts'
import { openKnownDevices } from '../sessions/known-devices.ts'
import type { RevokedSessions } from '../sessions/revoked-sessions.ts'
import type { AccountRecords } from '../users/account-records.ts'

export type CredentialsDeps = {
  readonly database: Database
  readonly outbox: Outbox
  readonly botNotices: BotNotices
  readonly clock: CleanupClock
  readonly log: Log
  readonly deriveKey: DeriveKey
  readonly rateLimits: boolean
  /** The address of the exchange, for links in messages. */
  readonly linkOrigin: string
}

export type Credentials = ReturnType<typeof openCredentials>

export function openCredentials(deps: CredentialsDeps, records: AccountRecords, revokedSessions: RevokedSessions) {
  const { database, outbox, botNotices, clock, log, deriveKey } = deps
  const undoLinks = openUndoLinks(deriveKey('undo links'), deps.linkOrigin)
  const codeMemory = openCodeMemory(clock)
  const devices = openKnownDevices(deriveKey('device tokens'))
  const announce = openAnnounce({ outbox, botNotices, undoLinks, clock })
  const changeCredential = credentialChanger({ records, log, announce, devices }, revokedSessions)
  const shortLived = openShortLived(deps)
  return {
    undoLinks,
    codeMemory,
    devices,
    announce,
    changeCredential,
    twoFactor: openTwoFactor({ deriveKey, codeMemory, records, changeCredential }),
    shortLived,
    countAttempt: attemptCounter({ devices, shortLived, clock, areLimited: deps.rateLimits }),
    linkLoginMethod: loginMethodLinker({ records, announce }),
    undo: openUndoChange({ database, clock, links: undoLinks, announce, changeCredential }),
  }
}
