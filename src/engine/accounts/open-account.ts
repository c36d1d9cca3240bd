import type { UserId } from '../../contract/ids.ts'
import { refuseFiner } from '../../contract/markets/precision.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { hasRoomForOwner } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import { currencyOf } from '../instruments/views.ts'
import { move } from '../postings.ts'
import type { State } from '../state.ts'
import type { OpenAccount } from './commands.ts'

/** Every grant is a positive amount of a listed currency, and a new account has room. */
export function refuse(state: State, { user, grants }: OpenAccount): Refusal | undefined {
  for (const { currency: id, amount } of grants) {
    const currency = currencyOf(state, id)
    if (currency === undefined || amount <= 0n) return refusal('CURRENCY_NOT_FOUND')
    const finer = refuseFiner(currency, amount)
    if (finer !== undefined) return finer
  }
  return state.accounts.has(user) || hasRoomForOwner(state) ? undefined : refusal('EXCHANGE_FULL')
}

/** Does nothing for an existing account, so that an interrupted sign-up can be completed at any time. */
export function perform(execution: Execution, command: OpenAccount): void {
  const { user, kind, referralCode, grants } = command
  if (execution.state.accounts.has(user)) return
  const postings = grants.flatMap(({ currency, amount }) =>
    move(currency, amount, { owner: 'world', part: 'free' }, { owner: user, part: 'free' }),
  )
  const referrer = referrerOf(execution.state, command)
  emit(execution, { type: 'account-opened', at: execution.at, user, kind, referralCode, referrer, postings })
}

/** Null unless the referrer's account is older: so no account refers itself, and referrals have no cycles. */
function referrerOf(state: State, { user, referrer }: OpenAccount): UserId | null {
  return referrer !== null && referrer !== user && state.accounts.has(referrer) ? referrer : null
}
