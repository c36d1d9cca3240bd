/** The state of the order that is being sent. */

import { atom } from 'jotai'
import { appText } from '../../text/app.ts'
import { notifyAtom } from '../app/host.ts'

/** `unsure`: no reply yet; the server may or may not have accepted the order. */
type OrderSubmission =
  | { readonly state: 'editing' }
  | { readonly state: 'sending'; readonly id: string }
  | { readonly state: 'unsure'; readonly id: string }

const source = atom<OrderSubmission>({ state: 'editing' })

export const submissionAtom = atom((get) => get(source))

export const setSubmissionAtom = atom(null, (_get, set, submission: OrderSubmission) => set(source, submission))

/** The server has not replied for a while. */
export const onSlowOrderAtom = atom(null, (get, set, id: string) => {
  const submission = get(source)
  if (submission.state !== 'sending' || submission.id !== id) return
  set(source, { state: 'unsure', id })
  set(notifyAtom, { kind: 'loading', title: appText.checkingOrder, id })
})
