/**
 * The accounts of users who have just registered. A registration is answered when it is stored: while the engine takes no
 * commands, the account is opened as soon as it does.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Log } from '../runtime/log.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import type { FindUsers } from './find-users.ts'
import { type AccountDeps, ensureAccount } from './open-account.ts'
import type { User } from './user-row.ts'

type NewAccounts = {
  /** Resolves when the account is committed, or waits for the engine. */
  open(user: User): Promise<void>
  /** Whether the account of a user who has registered waits. Nobody can have turned on 2FA for it. */
  isWaiting(user: UserId): boolean
}

type NewAccountsDeps = AccountDeps & Pick<FindUsers, 'findById'> & { readonly log: Log }

const RETRY_MILLIS: Millis = 100

export function openNewAccounts(deps: NewAccountsDeps): NewAccounts {
  const { findById, log } = deps
  const waiting = new Set<UserId>()

  async function openNow(user: User): Promise<void> {
    await ensureAccount(deps, user)
    // Records the credentials too.
    await findById(user.id)
  }

  async function openSoon(user: User): Promise<void> {
    try {
      for (;;) {
        await sleep(RETRY_MILLIS, undefined, { ref: false })
        const isOpen = await openNow(user).then(
          () => true,
          (error: unknown) => {
            if (!(error instanceof Unavailable) || error.message === 'stopping') throw error
            return false
          },
        )
        if (isOpen) return
      }
    } catch (error) {
      log.warn({ event: 'users.account_not_opened', err: error, user: user.id }, 'the next sign-in opens an account')
    } finally {
      waiting.delete(user.id)
    }
  }

  return {
    isWaiting: (user) => waiting.has(user),
    async open(user) {
      try {
        await openNow(user)
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        log.warn({ event: 'users.account_waits', user: user.id }, 'the account of a new user waits for the engine')
        waiting.add(user.id)
        void openSoon(user)
      }
    },
  }
}
