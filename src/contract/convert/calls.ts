/** HTTP calls for conversions. */

import { getCall, postCall } from '../call.ts'
import type { ConvertCurrencyView, ConvertQuoteView, ConvertTargetView, ConvertView } from './views.ts'

export type ConvertQuoteBody = {
  readonly from_currency_id: number
  readonly to_currency_id: number
  readonly from_amount: string
}

/** A quote, or coins with an amount and the least to receive. A quote is used once; its repeat gets the same reply. */
type ConvertBody =
  | { readonly quote_id: string }
  | {
      readonly from_currency_id: number
      readonly to_currency_id: number
      readonly amount: string
      readonly min_to_amount: string
      /** Repeating the request with the same id converts once. */
      readonly client_request_id?: string
    }

export const convertCalls = {
  convertFrom: getCall<readonly ConvertCurrencyView[]>('/api/convert/from-currencies/', 'bearer'),
  convertTo: getCall<readonly ConvertTargetView[]>('/api/convert/:id/to-currencies/', 'bearer'),
  convertQuote: postCall<ConvertQuoteBody, ConvertQuoteView>('/api/convert/quote/', 'bearer'),
  convert: postCall<ConvertBody, ConvertView>('/api/convert/', 'bearer'),
} as const
