/** The coins that can be converted, and what a coin can be converted to. Refreshed while shown: balances change. */

import { api } from '../../../contract/api.ts'
import type { ConvertCurrencyView, ConvertTargetView } from '../../../contract/convert/views.ts'
import { perId, perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 30_000

export const fromCoinsOf = perUser(() =>
  queryAtom<readonly ConvertCurrencyView[]>((http) => http(api.convertFrom), EVERY_MILLIS),
)

const targetsOf = (from: number) =>
  queryAtom<readonly ConvertTargetView[]>((http) => http(api.convertTo, { pathParams: { id: from } }), EVERY_MILLIS)

/** By the id of the coin that is converted. */
export const toCoinsOf = perUser(() => perId(targetsOf))
