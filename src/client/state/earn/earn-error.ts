import { atom } from 'jotai'
import type { Failure } from '../../connection/request.ts'
import { earnText } from '../../text/earn.ts'
import { errorText } from '../app/error-text.ts'
import { notifyAtom } from '../app/host.ts'

const isUnauthorized = (failure: Failure): boolean =>
  failure.kind === 'refused' && (failure.status === 401 || failure.detail === 'Unauthorized')

/** Shows the server's text, except `Unauthorized`: the session takes care of that one. */
export const notifyEarnErrorAtom = atom(null, (_get, set, failure: Failure, fallback: string = earnText.error) => {
  if (!isUnauthorized(failure)) set(notifyAtom, { kind: 'error', title: errorText(failure, fallback) })
})
