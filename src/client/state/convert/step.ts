/** Where the user is: the form, the preview, or a conversion that was sent. */

import { atom, type PrimitiveAtom } from 'jotai'
import type { ConvertQuoteView, ConvertView } from '../../../contract/convert/views.ts'
import { perUser } from '../app/per-user.ts'

type Step =
  | { readonly name: 'form' }
  | {
      readonly name: 'preview'
      /** The quote whose rate the user knows; undefined until the first one arrives. */
      readonly accepted: ConvertQuoteView | undefined
      /** Why there is a new quote. */
      readonly notice?: string | undefined
    }
  /** `isChecking`: a reply was lost, and the request is repeated. */
  | { readonly name: 'converting'; readonly quote: ConvertQuoteView; readonly isChecking: boolean }
  /** No reply arrived: it was converted or not. */
  | { readonly name: 'unknown'; readonly quote: ConvertQuoteView }
  | { readonly name: 'done'; readonly result: ConvertView }

export type SentStep = Extract<Step, { name: 'preview' | 'converting' }>

export const stepOf = perUser((): PrimitiveAtom<Step> => atom<Step>({ name: 'form' }))
