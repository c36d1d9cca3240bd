/** The steps of a withdrawal: address, amount, review, code, and the withdrawal that was made. */

import { atom, type PrimitiveAtom } from 'jotai'
import { perUser } from '../app/per-user.ts'
import { EMPTY_WITHDRAW_DRAFT, type WithdrawDraft } from './draft.ts'

type WithdrawStep =
  | { readonly name: 'address' | 'amount' | 'review' | 'code' }
  | { readonly name: 'done'; readonly uuid: string }

/** What the server refused, by the step on which it can be corrected. */
type WithdrawErrors = { readonly address?: string; readonly memo?: string; readonly amount?: string }

const STEPS = ['address', 'amount', 'review', 'code'] as const

const stepSource = perUser((): PrimitiveAtom<WithdrawStep> => atom<WithdrawStep>({ name: 'address' }))
const draftSource = perUser((): PrimitiveAtom<WithdrawDraft> => atom(EMPTY_WITHDRAW_DRAFT))
const errorsSource = perUser((): PrimitiveAtom<WithdrawErrors> => atom<WithdrawErrors>({}))
const openedSource = perUser((): PrimitiveAtom<string | undefined> => atom<string | undefined>(undefined))

export const withdrawStepOf = perUser((user) => atom((get) => get(stepSource(user))))
export const withdrawDraftOf = perUser((user) => atom((get) => get(draftSource(user))))
export const withdrawErrorsOf = perUser((user) => atom((get) => get(errorsSource(user))))

/** Starts with the address. Entered values of the same coin stay. `currency` is the symbol of the coin. */
export const openWithdrawAtom = atom(
  null,
  (get, set, { user, currency }: { readonly user: string; readonly currency: string | undefined }) => {
    if (get(openedSource(user)) !== currency) set(draftSource(user), EMPTY_WITHDRAW_DRAFT)
    set(openedSource(user), currency)
    set(errorsSource(user), {})
    set(stepSource(user), { name: 'address' })
  },
)

/** Every edit drops the error of the edited field. */
export const editWithdrawAtom = atom(null, (get, set, user: string, edit: Partial<WithdrawDraft>) => {
  const draft = get(draftSource(user))
  const errors = get(errorsSource(user))
  set(draftSource(user), { ...draft, ...edit })
  set(errorsSource(user), {
    ...(errors.address !== undefined && edit.address === undefined && { address: errors.address }),
    ...(errors.memo !== undefined && edit.memo === undefined && { memo: errors.memo }),
    ...(errors.amount !== undefined && edit.amount === undefined && { amount: errors.amount }),
  })
})

/** Goes to the next step, or back to the one before. */
export const moveWithdrawAtom = atom(null, (get, set, user: string, by: 1 | -1) => {
  const { name } = get(stepSource(user))
  const next = name === 'done' ? undefined : STEPS[STEPS.indexOf(name) + by]
  if (next !== undefined) set(stepSource(user), { name: next })
})

/** Shows the step on which the refused value was entered. */
export const refuseWithdrawAtom = atom(null, (_get, set, user: string, errors: WithdrawErrors) => {
  set(errorsSource(user), errors)
  set(stepSource(user), { name: errors.amount !== undefined ? 'amount' : 'address' })
})

export const finishWithdrawAtom = atom(null, (_get, set, user: string, uuid: string) => {
  set(draftSource(user), EMPTY_WITHDRAW_DRAFT)
  set(errorsSource(user), {})
  set(stepSource(user), { name: 'done', uuid })
})
