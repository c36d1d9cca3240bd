/**
 * Stored users without an account, whose rows this server cannot prove: another program wrote them, or their registration is
 * among rows of the journal that are lost. An operator decides.
 */

import type { UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { accountOf, accounts as accountsIn, type Command, type State } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { AccountCheck } from './account-check.ts'
import type { AccountRecord } from './account-record.ts'
import type { AccountRecords } from './account-records.ts'
import { randomReferralCode } from './referral-code.ts'
import { removeUser } from './remove-user.ts'

export type UnopenedUsers = {
  /** Those that the round of `AccountCheck` has found. */
  list(): Promise<readonly UserId[]>
  /**
   * Opens a frozen account without money for what was shown with this mark, so that it can be accepted as one that differs.
   * Does nothing for a user who has an account.
   */
  open(user: UserId, mark: string): Promise<Refusal | undefined>
  /** Deletes what was shown with this mark. Refused for a user who has an account. */
  remove(
    user: UserId,
    mark: string,
    by: { readonly operator: string; readonly reason: string },
  ): Promise<Refusal | undefined>
}

type UnopenedDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly records: Pick<AccountRecords, 'inspect'>
  readonly accounts: Pick<AccountCheck, 'differing'>
}

export function openUnopenedUsers({ database, sequencer, records, accounts }: UnopenedDeps): UnopenedUsers {
  const hasAccount = (user: UserId): Promise<boolean> => sequencer.read((state) => accountOf(state, user) !== undefined)

  const submit = (command: Command): Promise<Refusal | undefined> =>
    sequencer.submit(command, (_state, { answer }) => (answer.type === 'refused' ? answer.refusal : undefined))

  async function shown(user: UserId, expected: string): Promise<AccountRecord | Refusal> {
    const { stored, mark, problem } = await records.inspect(user)
    if (stored === undefined || problem === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return mark === expected ? stored : refuse('CREDENTIALS_OUTDATED')
  }

  return {
    list: () => sequencer.read((state) => accounts.differing().filter((user) => accountOf(state, user) === undefined)),
    async open(user, mark) {
      if (await hasAccount(user)) return undefined
      const stored = await shown(user, mark)
      if (isRefused(stored)) return stored
      const { referral_code: code } = stored.user
      // Who writes the row can name the code of an account. The row gets this one when it is accepted.
      const isTaken = (state: State): boolean =>
        [...accountsIn(state)].some(({ referralCode }) => referralCode === code)
      const referralCode = (await sequencer.read(isTaken)) ? randomReferralCode() : code
      const reason = 'its registration is not in the journal'
      return (
        (await submit({ type: 'open-account', user, kind: 'user', referralCode, referrer: null, grants: [] })) ??
        (await submit({ type: 'freeze-account', user, origin: 'integrity', reason }))
      )
    },
    async remove(user, mark, by) {
      const stored = await shown(user, mark)
      if (isRefused(stored)) return stored
      const refusal = await submit({ type: 'remove-user', user, ...by })
      if (refusal === undefined) await removeUser(database, user)
      return refusal
    },
  }
}
