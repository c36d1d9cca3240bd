/** Where the order that was sent stands. */

import { atom } from 'jotai'
import { text } from '../text/en.ts'
import { notifyAtom } from './host.ts'

/** `unsure`: no answer yet; the order may or may not have been taken. */
export type Ticket =
  | { readonly state: 'editing' }
  | { readonly state: 'sending'; readonly id: string }
  | { readonly state: 'unsure'; readonly id: string }

const source = atom<Ticket>({ state: 'editing' })

export const ticketAtom = atom((get) => get(source))

export const stampTicketAtom = atom(null, (_get, set, ticket: Ticket) => set(source, ticket))

/** The exchange has not answered for a while. */
export const slowOrderAtom = atom(null, (get, set, id: string) => {
  const ticket = get(source)
  if (ticket.state !== 'sending' || ticket.id !== id) return
  set(source, { state: 'unsure', id })
  set(notifyAtom, { kind: 'loading', title: text.checkingOrder, id })
})
