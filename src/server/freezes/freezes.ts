/** Freezing the own account: by a signed-in user, or with the link of a security email. Only the owner lifts it. */

import type { Proof } from '../../contract/account/calls.ts'
import type { Ok } from '../../contract/call.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { expectDefined } from '../../engine/assert.ts'
import { accountOf, activeFreezes, type Freeze, type State } from '../../engine/exchange.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import type { FreezeLinks } from '../security/freeze-links.ts'
import type { Security } from '../security/security.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'

export type Freezes = {
  freeze(user: UserId): Promise<Ok | Refusal>
  freezeByLink(token: string): Promise<Ok | Refusal>
  /** Requires every factor of the account. Answers when the freeze ends; a repeated request answers the same time. */
  unfreeze(signedIn: SignedInUser, proof: Proof, device: ClientDevice): Promise<{ readonly liftsAt: Millis } | Refusal>
}

type FreezesDeps = {
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  /** The clock that stamps commands. */
  readonly clock: Clock
  readonly links: Pick<FreezeLinks, 'read'>
  readonly reauthenticateFully: Security['reauthenticateFully']
}

const OK = { status: 'ok' } as const

/** The active freezes of an account, at most one of each origin. */
export const freezesIn = (state: State, user: UserId, now: Millis): readonly Freeze[] =>
  activeFreezes(accountOf(state, user)?.freezes ?? [], now)

const ownFreeze = (state: State, user: UserId, now: Millis): Freeze | undefined =>
  freezesIn(state, user, now).find(({ origin }) => origin === 'owner')

export function openFreezes({ sequencer, clock, links, reauthenticateFully }: FreezesDeps): Freezes {
  const freeze: Freezes['freeze'] = (user) =>
    sequencer.submit({ type: 'freeze-account', user, origin: 'owner' }, (_state, { answer }) =>
      answer.type === 'refused' ? answer.refusal : OK,
    )

  return {
    freeze,
    async freezeByLink(token) {
      const user = links.read(token)
      return isRefused(user) ? user : freeze(user)
    },
    async unfreeze(signedIn, proof, device) {
      const { user } = signedIn
      // First, because checking a code uses it up.
      const isFrozen = await sequencer.read((state) => ownFreeze(state, user, clock.now()) !== undefined)
      if (!isFrozen) return refuse('NOT_FROZEN')
      const proven = await reauthenticateFully(signedIn, proof, device)
      if (isRefused(proven)) return proven
      return sequencer.submit({ type: 'unfreeze-account', user, origin: 'owner' }, (state, { answer }) => {
        if (answer.type === 'refused') return answer.refusal
        const { liftsAt } = expectDefined(ownFreeze(state, user, state.at), 'the lifting takes a day')
        return { liftsAt: expectDefined(liftsAt ?? undefined, 'the lifting was requested') }
      })
    },
  }
}
