/** The order in the form that waits for a confirmation by the user. */

import { atom } from 'jotai'

/** `deviation`: how far the price was on the wrong side of the market when the user submitted, in ppm. */
type Confirmation = { readonly kind: 'market' } | { readonly kind: 'limit'; readonly deviation: number }

const source = atom<Confirmation | undefined>(undefined)

export const confirmationAtom = atom((get) => get(source))
export const askForConfirmationAtom = atom(null, (_get, set, confirmation: Confirmation) => set(source, confirmation))
export const closeConfirmationAtom = atom(null, (_get, set) => set(source, undefined))
