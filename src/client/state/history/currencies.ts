/** All coins, for the filter of the history. */

import { api } from '../../../contract/api.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 600_000

export const currenciesAtom = queryAtom((http) => http(api.currencies), EVERY_MILLIS)
