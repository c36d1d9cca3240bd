/** The published report of liabilities. */

import { api } from '../../../contract/api.ts'
import type { LiabilitiesView } from '../../../contract/liabilities/views.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 60_000

export const liabilitiesAtom = queryAtom<LiabilitiesView>((http) => http(api.liabilities), EVERY_MILLIS)
