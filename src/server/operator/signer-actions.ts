/** The signer that signs: another one than before is used when an operator accepts it. */

import { z } from 'zod'
import { isRefused } from '../../contract/refusals.ts'
import { networksOf } from '../../engine/exchange.ts'
import { changing, submitted } from './action.ts'

export const signerActions = {
  'accept-signer': changing(z.strictObject({}), async (deps, _, by) => {
    const instance = await deps.signer.instance().catch(() => undefined)
    if (instance === undefined) return { problem: 'the signer does not answer: nothing was changed' }
    const networks = await submitted(deps, { type: 'accept-signer', instance, ...by }, networksOf)
    if (isRefused(networks)) return networks
    return [
      'This signer is used from now on. What another one has signed, it may not know.',
      ...networks
        .filter(({ restoredAt }) => restoredAt !== null)
        .map(({ network }) => `${network.name} is paused: run reconcile ${network.code}`),
    ]
  }),
}
