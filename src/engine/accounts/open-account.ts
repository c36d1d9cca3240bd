import { refuse as no, type Refusal } from '../../contract/refusals.ts'
import { known } from '../assert.ts'
import type { OpenAccount, SetAccountFrozen } from '../commands.ts'
import { move } from '../ledger/ledger.ts'
import type { State } from '../state.ts'
import { emit, type Turn } from '../turn.ts'

/** A grant must be of a listed currency and positive. */
export function refuseOpen(state: State, { grants }: OpenAccount): Refusal | undefined {
  const isGood = grants.every(({ currency, amount }) => state.currencies.has(currency) && amount > 0n)
  return isGood ? undefined : no('CURRENCY_NOT_FOUND')
}

/** The second time nothing happens: a sign-up that was cut off may be finished at any time. */
export function performOpen(turn: Turn, { user, kind, referralCode, referrer, grants }: OpenAccount): void {
  if (turn.state.accounts.has(user)) return
  const postings = grants.flatMap(({ currency, amount }) =>
    move(currency, amount, { owner: 'world', part: 'free' }, { owner: user, part: 'free' }),
  )
  emit(turn, { type: 'account-opened', at: turn.at, user, kind, referralCode, referrer, postings })
}

export const refuseFrozen = (state: State, { user }: SetAccountFrozen): Refusal | undefined =>
  state.accounts.has(user) ? undefined : no('ACCOUNT_NOT_FOUND')

/** A frozen account may cancel, not place. */
export function performFrozen(turn: Turn, { user, frozen }: SetAccountFrozen): void {
  const account = known(turn.state.accounts.get(user), 'a refused account does not come here')
  if (account.frozen !== frozen) emit(turn, { type: 'account-frozen-set', user, frozen })
}
