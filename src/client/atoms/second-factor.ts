/** The second step of a sign-in: a code of an authenticator app, or a recovery code. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import { secondFactor } from '../text/en-sign-in.ts'
import { hostAtom, notifyAtom } from './host.ts'
import { admitAtom, secondFactorAtom } from './session.ts'

/** Undefined when it worked, else what to say. A ticket that ran out leads back to the beginning. */
export const sendCodeAtom = atom(null, async (get, set, code: string): Promise<string | undefined> => {
  const ticket = get(secondFactorAtom)
  if (ticket === undefined) return undefined
  const answer = await get(hostAtom).http(api.secondFactor, { body: { ticket, code } })
  const isOver = !answer.ok && answer.failure.kind === 'refused' && answer.failure.code === 'SIGN_IN_EXPIRED'
  const why = set(admitAtom, answer, secondFactor.failed)
  if (!isOver) return why
  set(secondFactorAtom, undefined)
  set(notifyAtom, { kind: 'error', title: secondFactor.expired, ...(why !== undefined && { detail: why }) })
  return undefined
})
